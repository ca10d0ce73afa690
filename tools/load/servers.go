package main

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"text/template"

	"hopyard/tools/repo"
	"hopyard/web"
)

// start builds and starts Hopyard's server, makes the links that are read, and
// starts the others with the same files.
func (b *bench) start(ctx context.Context) error {
	if err := b.own(ctx); err != nil {
		return err
	}
	if err := b.makeLinks(ctx); err != nil {
		return err
	}
	if b.soak > 0 {
		return nil
	}
	site, err := b.site()
	if err != nil {
		return err
	}
	for _, start := range []func(context.Context, string) error{b.caddy, b.nginx} {
		if err := start(ctx, site); err != nil {
			return err
		}
	}
	return nil
}

// own builds and starts the server of this repository.
func (b *bench) own(ctx context.Context) error {
	root, err := repo.Root()
	if err != nil {
		return err
	}
	binary := filepath.Join(b.dir, "serve")
	build := exec.CommandContext(ctx, "go", "build", "-trimpath", "-ldflags=-s -w", "-o", binary, "./web/serve")
	build.Dir = root
	if out, err := build.CombinedOutput(); err != nil {
		return fmt.Errorf("building the server: %w\n%s", err, out)
	}
	address, err := freeAddress()
	if err != nil {
		return err
	}
	s := &server{name: "hopyard", version: "this source", address: address}
	b.servers = append(b.servers, s)
	level := "off"
	if b.log {
		level = "debug"
	}
	// Requests come as from a proxy, since clients on this machine have no limit:
	// so the limit is measured, too. It is as high as it can be.
	return launch(ctx, s, b.dir, binary, "--addr", address, "--data", filepath.Join(b.dir, "data"),
		"--log", level, "--proxies", "127.0.0.0/8", "--rate", "1000000")
}

// site writes the files that Hopyard serves, and the links as files, for others.
func (b *bench) site() (string, error) {
	dir := filepath.Join(b.dir, "site")
	if err := os.CopyFS(dir, web.Dist()); err != nil {
		return "", err
	}
	links := filepath.Join(dir, "api", "links")
	if err := os.MkdirAll(links, 0o755); err != nil {
		return "", err
	}
	for _, id := range b.ids {
		_, text, err := b.servers[0].get("/api/links/"+id, nil)
		if err != nil {
			return "", err
		}
		if err := os.WriteFile(filepath.Join(links, id), text, 0o644); err != nil {
			return "", err
		}
	}
	return dir, nil
}

// settings are what the configurations of other servers are made of.
type settings struct {
	Address, Dir, Site string
	Headers            []string // those of all of Hopyard's answers, name and value in turn
	Log                bool
	Root               bool   // it runs as root, and its children must be able to read Dir
	Brotli             string // nginx's module for files that are compressed already; "" if there is none
}

func (b *bench) settings(site string) (settings, error) {
	address, err := freeAddress()
	if err != nil {
		return settings{}, err
	}
	r, _, err := b.servers[0].get("/", nil)
	if err != nil {
		return settings{}, err
	}
	s := settings{Address: address, Dir: b.dir, Site: site, Log: b.log, Root: os.Geteuid() == 0}
	var names []string
	for name := range r.Header {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		switch name {
		case "Date", "Etag", "Vary", "Cache-Control", "Content-Type", "Content-Length", "Content-Encoding", "Accept-Ranges", "Last-Modified":
			continue // each server has its own, or they differ from file to file
		}
		s.Headers = append(s.Headers, name, r.Header.Get(name))
	}
	return s, nil
}

// Pairs are the headers, two by two.
func (s settings) Pairs() [][]string { return slices.Collect(slices.Chunk(s.Headers, 2)) }

const caddyText = `{
	admin off
	auto_https off
}
http://{{.Address}} {
	root * {{.Site}}
	header {
{{- range .Pairs}}
		{{index . 0}} {{printf "%q" (index . 1)}}
{{- end}}
	}
	@changing not path_regexp (\.[0-9a-f]{8}\.[a-z0-9]+|^/api/links/[0-9a-z]+)$
	header @changing Cache-Control no-cache
	@forever path_regexp (\.[0-9a-f]{8}\.[a-z0-9]+|^/api/links/[0-9a-z]+)$
	header @forever Cache-Control "public, max-age=31536000, immutable"
	@links path /api/links/*
	header @links {
		Content-Type application/json
		Access-Control-Allow-Origin *
	}
	file_server {
		precompressed br gzip
	}
{{- if .Log}}
	log {
		output file {{.Dir}}/caddy.log {
			roll_disabled
		}
	}
{{- end}}
}
`

func (b *bench) caddy(ctx context.Context, site string) error {
	path, err := exec.LookPath("caddy")
	if err != nil {
		fmt.Println("caddy is not in PATH, and left out")
		return nil
	}
	config := filepath.Join(b.dir, "Caddyfile")
	address, err := b.configure(config, caddyText, site)
	if err != nil {
		return err
	}
	out, _ := exec.CommandContext(ctx, path, "version").Output()
	s := &server{name: "caddy", version: strings.TrimSpace(string(out)), address: address}
	b.servers = append(b.servers, s)
	return launch(ctx, s, b.dir, path, "run", "--config", config, "--adapter", "caddyfile")
}

const nginxText = `{{with .Brotli}}load_module {{.}};{{end}}
daemon off;
{{if .Root}}user root;{{end}}
worker_processes auto;
pid {{.Dir}}/nginx.pid;
error_log {{.Dir}}/nginx.error warn;
events { worker_connections 1024; }
http {
	types {
		text/css css; text/html html; text/javascript js; application/json json;
		image/svg+xml svg; application/wasm wasm; application/manifest+json webmanifest; text/plain txt;
	}
	charset utf-8;
	charset_types text/css text/html text/javascript text/plain;
	default_type application/json;
	sendfile on;
	tcp_nopush on;
	keepalive_requests 1000000;
	keepalive_timeout 120s;
	open_file_cache max=10000;
	open_file_cache_errors on;
	access_log {{if .Log}}{{.Dir}}/nginx.log{{else}}off{{end}};
	client_body_temp_path {{.Dir}}/nginx-body;
	proxy_temp_path {{.Dir}}/nginx-proxy;
	fastcgi_temp_path {{.Dir}}/nginx-fastcgi;
	uwsgi_temp_path {{.Dir}}/nginx-uwsgi;
	scgi_temp_path {{.Dir}}/nginx-scgi;
	map $uri $cache {
		"~\.[0-9a-f]{8}\.[a-z0-9]+$" "public, max-age=31536000, immutable";
		"~^/api/links/" "public, max-age=31536000, immutable";
		default no-cache;
	}
	map $uri $origin { "~^/api/links/" "*"; default ""; }
	server {
		listen {{.Address}} reuseport;
		root {{.Site}};
		index index.html;
		gzip_static on;
		gzip_vary on;
		{{if .Brotli}}brotli_static on;{{end}}
		add_header Cache-Control $cache;
		add_header Access-Control-Allow-Origin $origin;
{{- range .Pairs}}
		add_header {{index . 0}} {{printf "%q" (index . 1)}};
{{- end}}
	}
}
`

// brotliModules is where nginx packages put the module for .br files.
const brotliModules = "/usr/lib/nginx/modules/ngx_http_brotli_static_module.so"

func (b *bench) nginx(ctx context.Context, site string) error {
	path, err := exec.LookPath("nginx")
	if err != nil {
		fmt.Println("nginx is not in PATH, and left out")
		return nil
	}
	config := filepath.Join(b.dir, "nginx.conf")
	address, err := b.configure(config, nginxText, site)
	if err != nil {
		return err
	}
	out, _ := exec.CommandContext(ctx, path, "-v").CombinedOutput()
	s := &server{name: "nginx", version: strings.TrimPrefix(strings.TrimSpace(string(out)), "nginx version: "), address: address}
	if _, err := os.Stat(brotliModules); err != nil {
		s.version += " (gzip only: apt-get install libnginx-mod-http-brotli-static)"
	}
	b.servers = append(b.servers, s)
	return launch(ctx, s, b.dir, path, "-c", config, "-e", filepath.Join(b.dir, "nginx.error"))
}

// configure writes the configuration of a server and returns its address.
func (b *bench) configure(name, text, site string) (string, error) {
	s, err := b.settings(site)
	if err != nil {
		return "", err
	}
	if _, err := os.Stat(brotliModules); err == nil {
		s.Brotli = brotliModules
	}
	var config bytes.Buffer
	if err := template.Must(template.New("").Parse(text)).Execute(&config, s); err != nil {
		return "", err
	}
	return s.Address, os.WriteFile(name, config.Bytes(), 0o644)
}

// get asks a server for a path, with headers as on the wire.
func (s *server) get(path string, headers map[string]string) (*http.Response, []byte, error) {
	return s.ask(http.MethodGet, path, headers, "")
}
