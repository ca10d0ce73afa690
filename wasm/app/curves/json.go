package curves

import (
	"reflect"
	"strconv"
	"strings"
)

// appendJSON writes a value as encoding/json does, so far as ECharts' options
// need it: structs with json tags and omitempty, embedded structs, pointers,
// slices, interfaces, texts, truth values and numbers. It is here because
// encoding/json would weigh a tenth of the page; a test holds the two equal.
func appendJSON(dst []byte, v reflect.Value) []byte {
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if v.IsNil() {
			return append(dst, "null"...)
		}
		return appendJSON(dst, v.Elem())
	case reflect.Struct:
		return append(appendFields(append(dst, '{'), v), '}')
	case reflect.Slice, reflect.Array:
		if v.Kind() == reflect.Slice && v.IsNil() {
			return append(dst, "null"...)
		}
		dst = append(dst, '[')
		for i := range v.Len() {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = appendJSON(dst, v.Index(i))
		}
		return append(dst, ']')
	case reflect.String:
		return appendText(dst, v.String())
	case reflect.Bool:
		return strconv.AppendBool(dst, v.Bool())
	case reflect.Float32:
		return strconv.AppendFloat(dst, v.Float(), 'f', -1, 32)
	case reflect.Float64:
		return strconv.AppendFloat(dst, v.Float(), 'f', -1, 64)
	case reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uint:
		return strconv.AppendUint(dst, v.Uint(), 10)
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return strconv.AppendInt(dst, v.Int(), 10)
	}
	return append(dst, "null"...)
}

// appendFields writes the fields of a struct, those of embedded ones among them.
func appendFields(dst []byte, v reflect.Value) []byte {
	for i := range v.NumField() {
		field := v.Type().Field(i)
		name, options, _ := strings.Cut(field.Tag.Get("json"), ",")
		switch {
		case field.Anonymous && name == "" && field.Type.Kind() == reflect.Struct:
			dst = appendFields(dst, v.Field(i))
			continue
		case name == "-" || !field.IsExported():
			continue
		case options == "omitempty" && empty(v.Field(i)):
			continue
		case name == "":
			name = field.Name
		}
		if dst[len(dst)-1] != '{' {
			dst = append(dst, ',')
		}
		dst = append(appendText(dst, name), ':')
		dst = appendJSON(dst, v.Field(i))
	}
	return dst
}

func empty(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.Slice, reflect.Array, reflect.String, reflect.Map:
		return v.Len() == 0
	case reflect.Struct:
		return false
	}
	return v.IsZero()
}

func appendText(dst []byte, s string) []byte {
	const hex = "0123456789abcdef"
	dst = append(dst, '"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			dst = append(dst, '\\', byte(r))
		case r < 0x20 || r == 0x2028 || r == 0x2029:
			dst = append(dst, '\\', 'u', hex[r>>12], hex[r>>8&15], hex[r>>4&15], hex[r&15])
		default:
			dst = append(dst, string(r)...)
		}
	}
	return append(dst, '"')
}
