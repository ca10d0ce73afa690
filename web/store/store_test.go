package store_test

import (
	"testing"

	"hopyard/web/store"
	"hopyard/web/store/storetest"
)

func TestMemory(t *testing.T) {
	storetest.Run(t, &store.Memory{})
}
