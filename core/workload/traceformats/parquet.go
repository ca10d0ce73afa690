package traceformats

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	parquetformat "github.com/parquet-go/parquet-go/format"
)

// errDamaged is the error for a Parquet file that cannot be decoded, and damagedFix the
// advice.
var errDamaged = errors.New("is not a Parquet file, or is damaged")

const damagedFix = "fetch it again, and compare its checksum"

// parquetSign is at the beginning and at the end of a Parquet file.
const parquetSign = "PAR1"

// isDamagedParquet reports whether a file begins like a Parquet file but is none.
func isDamagedParquet(src []byte) bool {
	if !bytes.HasPrefix(src, []byte(parquetSign)) {
		return false
	}
	_, err := openParquet(src)
	return err != nil
}

// openParquet opens a Parquet file. It reads only the footer.
func openParquet(src []byte) (f *parquet.File, err error) {
	// The library allocates as much as the end of the file says of the footer.
	const least = 2*len(parquetSign) + 4
	if len(src) < least || !bytes.HasPrefix(src, []byte(parquetSign)) || !bytes.HasSuffix(src, []byte(parquetSign)) ||
		int64(binary.LittleEndian.Uint32(src[len(src)-8:])) > int64(len(src)-least) {
		return nil, errDamaged
	}
	defer recoverTo(&err)
	return parquet.OpenFile(bytes.NewReader(src), int64(len(src)), parquet.SkipPageIndex(true), parquet.SkipBloomFilters(true))
}

// recoverTo turns a panic of the Parquet library into an error. The library checks
// sizes and offsets of a damaged file only in part.
func recoverTo(err *error) {
	if x := recover(); x != nil {
		*err = fmt.Errorf("%w: %v", errDamaged, x)
	}
}

// parquetColumns returns the names of the columns of a Parquet file, or nil if it is
// none. A column that is a list or a group has the name "".
func parquetColumns(src []byte) []string {
	f, err := openParquet(src)
	if err != nil {
		return nil
	}
	return columnNames(f)
}

// columnNames returns the names of the columns of a file, in the order of the columns
// in its row groups.
func columnNames(f *parquet.File) []string {
	var names []string
	for i, path := range f.Schema().Columns() {
		leaf, ok := f.Schema().Lookup(path...)
		if ok = ok && len(path) == 1 && leaf.MaxRepetitionLevel == 0; !ok {
			path = []string{"column " + strconv.Itoa(i+1)}
		}
		names = append(names, path[0])
	}
	return names
}

// readParquet reads the rows of a Parquet file one by one, and of the columns only
// those that are needed.
func (t *tableReader) readParquet(src []byte) {
	row := 0
	err := func() (err error) {
		defer recoverTo(&err)
		f, err := openParquet(src)
		if err != nil || !t.use(columnNames(f)) {
			return err
		}
		t.values = make([]string, t.width)
		t.share = func() float64 { return min(1, float64(row)/float64(max(f.NumRows(), 1))) }
		for i := range f.RowGroups() {
			if err := t.readGroup(src, f, i, &row); err != nil {
				return err
			}
		}
		return nil
	}()
	if err != nil {
		place := ""
		if row > 0 {
			place = fmt.Sprintf("row %d: ", row)
		}
		if !errors.Is(err, errDamaged) {
			err = fmt.Errorf("%w: %v", errDamaged, err)
		}
		t.stop(0, place+"the file "+err.Error(), damagedFix)
	}
}

// readGroup reads the rows of a row group. It counts them in row.
func (t *tableReader) readGroup(src []byte, f *parquet.File, number int, row *int) error {
	wanted, group := t.wanted(), &f.Metadata().RowGroups[number]
	chunks := f.RowGroups()[number].ColumnChunks()
	columns := make([]columnReader, len(wanted))
	defer func() {
		for i := range columns {
			columns[i].close()
		}
	}()
	for i, at := range wanted {
		leaf, _ := f.Schema().Lookup(t.header[at])
		if err := checkPages(src, &group.Columns[leaf.ColumnIndex].MetaData, group.NumRows); err != nil {
			return fmt.Errorf("column %s: %w", t.header[at], err)
		}
		columns[i] = columnReader{pages: chunks[leaf.ColumnIndex].Pages(), kind: leaf.Node.Type().LogicalType()}
	}
	for range group.NumRows {
		*row++
		if !t.row(0) {
			return nil
		}
		for i, at := range wanted {
			text, err := columns[i].next()
			if err != nil {
				return fmt.Errorf("column %s: %w", t.header[at], err)
			}
			t.values[at] = text
		}
		if t.take(*row); t.full {
			return nil
		}
	}
	return nil
}

// maxPage is the largest size of a page of a Parquet file in bytes, once it is
// decompressed. Programs write pages of about 1 MiB.
const maxPage = 64 << 20

// checkPages checks the sizes that the headers of the pages of a column promise,
// because the library allocates that much before it reads a page.
func checkPages(src []byte, column *parquetformat.ColumnMetaData, rows int64) error {
	at, end := column.DataPageOffset, int64(0)
	if column.DictionaryPageOffset > 0 {
		at = min(at, column.DictionaryPageOffset)
	}
	end = at + column.TotalCompressedSize
	if at < 0 || end < at || end > int64(len(src)) {
		return fmt.Errorf("%w: its pages are outside the file", errDamaged)
	}
	for at < end {
		in := bytes.NewReader(src[at:end])
		var page parquetformat.PageHeader
		if err := thrift.NewDecoder(new(thrift.CompactProtocol).NewReader(in)).Decode(&page); err != nil {
			return fmt.Errorf("%w: %v", errDamaged, err)
		}
		at = end - int64(in.Len())
		size, values := page.CompressedPageSize, int64(0)
		if page.DataPageHeader.Valid {
			values = int64(page.DataPageHeader.V.NumValues)
		}
		if page.DictionaryPageHeader.Valid {
			values = int64(page.DictionaryPageHeader.V.NumValues)
		}
		if page.DataPageHeaderV2.Valid {
			values = int64(page.DataPageHeaderV2.V.NumValues)
		}
		if size < 0 || int64(size) > end-at || page.UncompressedPageSize < 0 || values < 0 || values > rows {
			return fmt.Errorf("%w: a page has %d bytes and %d values, which its column does not", errDamaged, size, values)
		}
		if page.UncompressedPageSize > maxPage {
			return fmt.Errorf("%w: a page has %d bytes; at most %d", errDamaged, page.UncompressedPageSize, maxPage)
		}
		at += int64(size)
	}
	return nil
}

// columnReader reads the values of a column of a row group one by one.
type columnReader struct {
	pages  parquet.Pages
	kind   *parquetformat.LogicalType
	page   parquet.Page
	values parquet.ValueReader
	buf    [128]parquet.Value
	at, n  int
}

// close releases the pages.
func (c *columnReader) close() {
	if c.page != nil {
		parquet.Release(c.page)
	}
	if c.pages != nil {
		c.pages.Close()
	}
}

// next returns the next value as text, as it would be in a table of text. The error is
// io.ErrUnexpectedEOF if the column has fewer values than the row group has rows.
func (c *columnReader) next() (string, error) {
	for c.at == c.n {
		if c.values == nil {
			page, err := c.pages.ReadPage()
			if err == io.EOF {
				return "", io.ErrUnexpectedEOF
			} else if err != nil {
				return "", err
			}
			c.page, c.values = page, page.Values()
		}
		n, err := c.values.ReadValues(c.buf[:])
		if c.at, c.n = 0, n; n == 0 {
			if err != io.EOF {
				return "", errors.Join(err, errDamaged)
			}
			parquet.Release(c.page)
			c.page, c.values = nil, nil
		}
	}
	c.at++
	return c.text(&c.buf[c.at-1])
}

// text returns a value as text: a missing value and NaN, which tables of Python have
// instead, as the empty text, and a time as parseTime reads it.
func (c *columnReader) text(v *parquet.Value) (string, error) {
	if v.IsNull() {
		return "", nil
	}
	switch v.Kind() {
	case parquet.Boolean:
		return strconv.FormatBool(v.Boolean()), nil
	case parquet.Int32:
		return strconv.FormatInt(int64(v.Int32()), 10), nil
	case parquet.Int64:
		if c.kind != nil {
			if stamp, ok := c.kind.Value.(*parquetformat.TimestampType); ok {
				return stampText(v.Int64(), stamp), nil
			}
		}
		return strconv.FormatInt(v.Int64(), 10), nil
	case parquet.Float:
		return floatText(float64(v.Float()), 32), nil
	case parquet.Double:
		return floatText(v.Double(), 64), nil
	case parquet.ByteArray, parquet.FixedLenByteArray:
		return string(v.ByteArray()), nil
	}
	return "", fmt.Errorf("values of the type %v, which is not read", v.Kind())
}

// floatText returns a floating-point number as text, or "" for NaN.
func floatText(x float64, bits int) string {
	if math.IsNaN(x) {
		return ""
	}
	return strconv.FormatFloat(x, 'f', -1, bits)
}

// stampText returns a timestamp as text, as parseTime reads it.
func stampText(n int64, kind *parquetformat.TimestampType) string {
	perSecond, digits := int64(1000), 3
	switch kind.Unit.Value.(type) {
	case *parquetformat.MicroSeconds:
		perSecond, digits = 1_000_000, 6
	case *parquetformat.NanoSeconds:
		perSecond, digits = 1_000_000_000, 9
	}
	second, fraction := floorDiv(n, perSecond)
	days, clock := floorDiv(second, 86_400)
	text := fmt.Sprintf("%s %02d:%02d:%02d", dateText(days), clock/3600, clock/60%60, clock%60)
	if fraction > 0 {
		text += "." + strings.TrimRight(fmt.Sprintf("%0*d", digits, fraction), "0")
	}
	if kind.IsAdjustedToUTC {
		text += "Z"
	}
	return text
}

// floorDiv returns the quotient, rounded down, and the remainder, which is not
// negative.
func floorDiv(n, by int64) (quotient, rest int64) {
	if quotient, rest = n/by, n%by; rest < 0 {
		quotient, rest = quotient-1, rest+by
	}
	return quotient, rest
}

// dateText returns a day, counted from 1970-01-01, as a date. Like Hinnant's
// civil_from_days, it lets years begin on March 1, so that the leap day is the last day
// of a year.
func dateText(days int64) string {
	const era = 146_097 // days of 400 years
	eras, day := floorDiv(days+719_468, era)
	year := (day - day/1460 + day/36_524 - day/(era-1)) / 365
	day -= 365*year + year/4 - year/100
	month := (5*day + 2) / 153
	day -= (153*month+2)/5 - 1
	year += eras * 400
	if month += 3; month > 12 {
		month -= 12
		year++
	}
	return fmt.Sprintf("%04d-%02d-%02d", year, month, day)
}
