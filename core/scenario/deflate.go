package scenario

import (
	"bytes"
	"compress/flate"
	"fmt"
	"io"
)

// dictionary is what deflate may refer to without having seen it: the words
// of the format, the likeliest last. It is part of link version 1 for ever;
// a better one needs another codec.
const dictionary = `,"free":"0-3"],"groups":[{"nodes":"0-15","cores":16,"sockets":2,"speed":2,"memory":65536,"disk":0,"gpus":4}` +
	`"order":"priority"}"order":"largest"}"order":"smallest"}"order":"longest"}"order":"shortest"}"overrun":"extend"` +
	`"batch":{"njob":8,"unit":"custom","size":4,"count_busy":true}}"unit":"quarter""unit":"cap""unit":"half"` +
	`,"workload":{"swf":"` +
	`"node":{"cores":1,"sockets":2,"speed":1.5,"memory":65536,"disk":0,"gpus":4}` +
	`Fragmentation backfilling reservation first come, first served switch nodes jobs torus star fat tree of ` +
	`,"about":"","goals":["","seed":1,` +
	`{"kind":"flat","nodes":{"kind":"star","nodes":{"kind":"torus","dims":[8,8]}` +
	`"scheduler":{"queue":"batch","allocator":"min-hop-units","batch":{"njob":` +
	`"scheduler":{"queue":"conservative","allocator":"min-hops"}}` +
	`"scheduler":{"queue":"fcfs","allocator":"best-fit"}}"allocator":"mdm"}}"allocator":"sdm"}}` +
	`{"hopyard":1,"title":"","cluster":{"topology":{"kind":"fat-tree","levels":3,"width":4}},"scheduler":{"queue":"easy","allocator":"first-fit"}}`

// deflate packs bytes by RFC 1951 with the dictionary.
func deflate(data []byte) []byte {
	var out bytes.Buffer
	w, err := flate.NewWriterDict(&out, flate.BestCompression, []byte(dictionary))
	if err == nil {
		_, err = w.Write(data)
	}
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		panic("scenario: deflate failed in memory: " + err.Error())
	}
	return out.Bytes()
}

// inflate undoes deflate, and stops at MaxUnpacked bytes whatever is packed.
func inflate(data []byte) ([]byte, *Error) {
	in := bytes.NewReader(data)
	r := flate.NewReaderDict(in, []byte(dictionary))
	out, err := io.ReadAll(io.LimitReader(r, MaxUnpacked+1))
	switch {
	case len(out) > MaxUnpacked:
		return nil, linkError("payload", fmt.Sprintf("unpacks to more than %d bytes", MaxUnpacked), fmt.Sprint(MaxUnpacked), "open the scenario from a file")
	case err != nil || in.Len() > 0:
		return nil, damaged()
	}
	return out, nil
}
