package api_test

import (
	"net/http/httptest"
	"testing"

	"hopyard/web/api"
	"hopyard/web/api/apitest"
	"hopyard/web/store"
)

func TestContract(t *testing.T) {
	server := httptest.NewServer(&api.API{Store: &store.Memory{}})
	defer server.Close()
	apitest.Run(t, server.URL+"/")
}
