package traceformats

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"time"

	"github.com/parquet-go/parquet-go"
	parquetformat "github.com/parquet-go/parquet-go/format"
)

// errDamaged is the error for a Parquet file that cannot be decoded.
var errDamaged = errors.New("is not a Parquet file, or is damaged")

// openParquet opens a Parquet file. It reads only the footer.
func openParquet(src []byte) (f *parquet.File, err error) {
	if !bytes.HasPrefix(src, []byte("PAR1")) {
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
		for _, group := range f.RowGroups() {
			if err := t.readGroup(f, group, &row); err != nil {
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
		t.stop(0, place+"the file "+err.Error(), "fetch it again, and compare its checksum")
	}
}

// readGroup reads the rows of a row group. It counts them in row.
func (t *tableReader) readGroup(f *parquet.File, group parquet.RowGroup, row *int) error {
	wanted := t.wanted()
	columns := make([]columnReader, len(wanted))
	defer func() {
		for i := range columns {
			columns[i].close()
		}
	}()
	for i, at := range wanted {
		leaf, _ := f.Schema().Lookup(t.header[at])
		columns[i] = columnReader{pages: group.ColumnChunks()[leaf.ColumnIndex].Pages(), kind: leaf.Node.Type().LogicalType()}
	}
	for range group.NumRows() {
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

// stampText returns a timestamp as text.
func stampText(n int64, kind *parquetformat.TimestampType) string {
	at := time.UnixMilli(n)
	switch kind.Unit.Value.(type) {
	case *parquetformat.MicroSeconds:
		at = time.UnixMicro(n)
	case *parquetformat.NanoSeconds:
		at = time.Unix(0, n)
	}
	text := at.UTC().Format("2006-01-02 15:04:05.999999999")
	if kind.IsAdjustedToUTC {
		text += "Z"
	}
	return text
}
