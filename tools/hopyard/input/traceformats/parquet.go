package traceformats

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"time"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	parquetformat "github.com/parquet-go/parquet-go/format"
)

// errDamaged is the error for a Parquet file that cannot be decoded.
var errDamaged = errors.New("is not a Parquet file, or is damaged")

// openParquet opens a Parquet file. It reads only the footer.
func openParquet(src []byte) (f *parquet.File, err error) {
	// The library allocates as much as the end of the file says of the footer.
	const sign, least = "PAR1", 2*len("PAR1") + 4
	if len(src) < least || !bytes.HasPrefix(src, []byte(sign)) || !bytes.HasSuffix(src, []byte(sign)) ||
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
		t.stop(0, place+"the file "+err.Error(), "fetch it again, and compare its checksum")
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
