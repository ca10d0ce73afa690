package puzzle

import "fmt"

// Date is a day of the calendar.
type Date struct{ Year, Month, Day int }

// String returns the date in the form that links use: 2026-11-26.
func (d Date) String() string { return fmt.Sprintf("%04d-%02d-%02d", d.Year, d.Month, d.Day) }

// ParseDate reads a date in the form of String. It reports false for invalid dates
// and for years without puzzles.
func ParseDate(text string) (Date, bool) {
	if len(text) != 10 || text[4] != '-' || text[7] != '-' {
		return Date{}, false
	}
	var d Date
	for i, part := range [...]*int{&d.Year, &d.Month, &d.Day} {
		for _, digit := range text[[...]int{0, 5, 8}[i]:[...]int{4, 7, 10}[i]] {
			if digit < '0' || digit > '9' {
				return Date{}, false
			}
			*part = *part*10 + int(digit-'0')
		}
	}
	return d, d.valid()
}

// Add returns the date that is the given number of days later, or earlier if the
// number is negative.
func (d Date) Add(days int) Date {
	for ; days > 0; days-- {
		if d.Day++; d.Day > d.length() {
			d.Day, d.Month = 1, d.Month+1
		}
		if d.Month > 12 {
			d.Month, d.Year = 1, d.Year+1
		}
	}
	for ; days < 0; days++ {
		if d.Day--; d.Day > 0 {
			continue
		}
		if d.Month--; d.Month == 0 {
			d.Month, d.Year = 12, d.Year-1
		}
		d.Day = d.length()
	}
	return d
}

// before reports whether d is earlier than another date.
func (d Date) before(other Date) bool { return d.number() < other.number() }

// number returns the date as a number that increases with time.
func (d Date) number() int { return d.Year*10000 + d.Month*100 + d.Day }

func (d Date) valid() bool {
	return d.Year >= 2020 && d.Year <= 2099 && d.Month >= 1 && d.Month <= 12 && d.Day >= 1 && d.Day <= d.length()
}

// length returns the number of days of the month. Every fourth year is a leap year,
// because no year from 2020 to 2099 is divisible by 100.
func (d Date) length() int {
	switch d.Month {
	case 4, 6, 9, 11:
		return 30
	case 2:
		if d.Year%4 == 0 {
			return 29
		}
		return 28
	}
	return 31
}
