package slurmshell

import (
	"fmt"
	"strings"
)

// column is a field of a table: its width, or 0, and on which side it is filled up.
type column struct {
	before string // text before it
	letter string // the letter, or the name for sacct
	width  int
	right  bool
}

// columns reads a format as squeue's: %[[.]width]letter, with text between.
func columns(format string) (all []column, after string, err error) {
	text := ""
	for i := 0; i < len(format); i++ {
		if format[i] != '%' {
			text += format[i : i+1]
			continue
		}
		c := column{before: text}
		text = ""
		if i++; i < len(format) && format[i] == '.' {
			c.right = true
			i++
		}
		for i < len(format) && format[i] >= '0' && format[i] <= '9' && c.width < 1000 {
			c.width = c.width*10 + int(format[i]-'0')
			i++
		}
		if i >= len(format) {
			return nil, "", fmt.Errorf("the format %q ends after %%; write a letter, as in \"%%i %%j\"", clip(format))
		}
		c.letter = format[i : i+1]
		all = append(all, c)
	}
	return all, text, nil
}

// field returns a value cut and filled up to the width of a column.
func (c *column) field(value string) string {
	if c.width == 0 {
		return value
	}
	r := []rune(value)
	r = r[:min(len(r), c.width)]
	fill := strings.Repeat(" ", c.width-len(r))
	if c.right {
		return fill + string(r)
	}
	return string(r) + fill
}

// table prints rows by a format. The function value returns a column's value in a row,
// or its title for row -1; ok is false if the letter means nothing.
func table(name, format string, rows int, header bool, value func(row int, letter string) (string, bool)) (string, error) {
	all, after, err := columns(format)
	if err != nil {
		return "", fmt.Errorf("%s: error: %w", name, err)
	}
	var out strings.Builder
	for row := range rows + 1 {
		if row == 0 && !header {
			continue
		}
		for i := range all {
			text, ok := value(row-1, all[i].letter)
			if !ok {
				return "", fmt.Errorf("%s: error: Invalid job format specification: %%%s; see man %s for the letters", name, all[i].letter, name)
			}
			out.WriteString(all[i].before)
			out.WriteString(all[i].field(text))
		}
		out.WriteString(after)
		out.WriteByte('\n')
	}
	return strings.TrimSuffix(out.String(), "\n"), nil
}

// printed returns the answer that consists of a table.
func printed(text string, err error) ShellAnswer {
	if err != nil {
		return ShellAnswer{Out: err.Error(), Failed: true}
	}
	return ShellAnswer{Out: text}
}
