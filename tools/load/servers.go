package main

import (
	"bytes"
	"context"
	"fmt"
	"maps"
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
		"--log", level, "--proxies", "127.0.0.0/8", "--metrics-from", "127.0.0.0/8", "--rate", "1000000")
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
	Page, Link         [][2]string // the headers, name and value, of Hopyard's files and links
	Log                bool
	Root               bool   // it runs as root, and its children must be able to read Dir
	Brotli             string // nginx's module for files that are compressed already; "" if there is none
}

func (b *bench) settings(site string) (settings, error) {
	address, err := freeAddress()
	if err != nil {
		return settings{}, err
	}
	s := settings{Address: address, Dir: b.dir, Site: site, Log: b.log, Root: os.Geteuid() == 0}
	if s.Page, err = b.servers[0].headers("/", "Cache-Control"); err != nil { // it differs from file to file
		return settings{}, err
	}
	s.Link, err = b.servers[0].headers("/api/links/" + b.ids[0])
	return s, err
}

// headers are those that another server must be told to send for a path.
func (s *server) headers(path string, but ...string) ([][2]string, error) {
	r, _, err := s.get(path, nil)
	if err != nil {
		return nil, err
	}
	var list [][2]string
	for _, name := range slices.Sorted(maps.Keys(r.Header)) {
		switch name {
		case "Accept-Ranges", "Content-Encoding", "Content-Length", "Content-Type", "Date", "Etag", "Last-Modified", "Vary":
			continue // they have these themselves
		}
		if !slices.Contains(but, name) {
			list = append(list, [2]string{name, r.Header.Get(name)})
		}
	}
	return list, nil
}

const caddyText = `{
	admin off
	auto_https off
}
http://{{.Address}} {
	root * {{.Site}}
	@links path /api/links/*
	header @links {
		Content-Type application/json
{{- range .Link}}
		{{index . 0}} {{printf "%q" (index . 1)}}
{{- end}}
	}
	@files not path /api/links/*
	header @files {
{{- range .Page}}
		{{index . 0}} {{printf "%q" (index . 1)}}
{{- end}}
	}
	@forever path_regexp \.[0-9a-f]{8}\.[a-z0-9]+$
	header @forever Cache-Control "public, max-age=31536000, immutable"
	@changing {
		not path_regexp \.[0-9a-f]{8}\.[a-z0-9]+$
		not path /api/links/*
	}
	header @changing Cache-Control no-cache
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
		default no-cache;
	}
	server {
		listen {{.Address}} reuseport;
		root {{.Site}};
		index index.html;
		gzip_static on;
		gzip_vary on;
		{{if .Brotli}}brotli_static on;{{end}}
		location / {
			add_header Cache-Control $cache;
{{- range .Page}}
			add_header {{index . 0}} {{printf "%q" (index . 1)}};
{{- end}}
		}
		location /api/links/ {
{{- range .Link}}
			add_header {{index . 0}} {{printf "%q" (index . 1)}};
{{- end}}
		}
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
