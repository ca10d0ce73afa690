#!/bin/sh
# Measures the server under load on loopback by wrk, and nginx and caddy beside it in
# turn where they are installed. They serve the same files; the links are files for
# them. An answer that is refused ends the script with 1; a slow one does not.
#
#   tools/load/load.sh [rounds [seconds]]    (3 rounds of 3 s)
#   SOAK=10 tools/load/load.sh               (10 minutes of reads, with the memory each minute)
set -eu
cd "$(dirname "$0")/../.."
rounds=${1:-3} seconds=${2:-3} links=500 dir=$(mktemp -d) servers=
trap 'kill $servers 2>/dev/null || true; rm -rf "$dir"' EXIT
command -v wrk >/dev/null || { echo "load: wrk is not in PATH: apt-get install wrk" >&2; exit 1; }

# started NAME PORT waits until a server answers.
started () {
	for _ in $(seq 100); do
		curl -fso /dev/null "http://127.0.0.1:$2/" && { echo "$1 $2" >>"$dir/servers"; return; }
		sleep 0.1
	done
	echo "load: $1 does not answer on port $2" >&2; exit 1
}

# figures NAME runs wrk with the arguments after it, and prints a line.
figures () {
	name=$1; shift
	wrk -t2 -c64 --latency -H 'Accept-Encoding: br' -H 'X-Forwarded-For: 203.0.113.7' "$@" >"$dir/out"
	awk -v name="$name" '/99%/ {p = $2} /Requests\/sec/ {r = $2} /Non-2xx|Socket errors/ {bad = bad " " $0}
		END {printf "%-22s %9.0f requests a second, 99 of 100 within %s%s\n", name, r, p, bad; exit bad != ""}' "$dir/out"
}

go build -trimpath -o "$dir/serve" ./web/serve
"$dir/serve" --addr 127.0.0.1:18100 --data "$dir/data" --log off --proxies 127.0.0.0/8 --rate 1000000 >/dev/null &
own=$! servers=$!
started hopyard 18100

# The same page for the others, and links to read.
mkdir -p "$dir/site/api/links"
cp -r web/dist/. "$dir/site"
for n in $(seq $links); do
	sed "s/\"title\": \"/&$n /" scenarios/easy-hole.json >"$dir/scenario"
	curl -fsS -H 'Content-Type: application/json' --data-binary @"$dir/scenario" http://127.0.0.1:18100/api/links |
		sed 's/.*"id":"\([^"]*\)".*/\1/' >>"$dir/ids"
done
while read -r id; do
	curl -fsSo "$dir/site/api/links/$id" "http://127.0.0.1:18100/api/links/$id"
	echo "/api/links/$id" >>"$dir/paths"
done <"$dir/ids"
chmod -R a+rX "$dir"

if [ -n "${SOAK:-}" ]; then
	for minute in $(seq "$SOAK"); do
		figures "minute $minute" -d 60 -s tools/load/reads.lua http://127.0.0.1:18100 -- "$dir/paths"
		awk '/VmRSS/ {printf "%28d MB in memory\n", $2 / 1000}' "/proc/$own/status"
	done
	exit
fi

if command -v nginx >/dev/null; then
	modules=/usr/lib/nginx/modules/ngx_http_brotli_static_module.so brotli=
	[ -e $modules ] && brotli='brotli_static on;' || modules=
	cat >"$dir/nginx.conf" <<-END
		${modules:+load_module $modules;} daemon off; worker_processes auto; pid $dir/nginx.pid; user root;
		events {} http { include /etc/nginx/mime.types; access_log off; sendfile on; keepalive_requests 1000000;
		open_file_cache max=10000; server { listen 127.0.0.1:18101 reuseport; root $dir/site; gzip_static on; $brotli } }
	END
	nginx -c "$dir/nginx.conf" -e "$dir/nginx.error" &
	servers="$servers $!"
	started nginx 18101
fi
if command -v caddy >/dev/null; then
	caddy file-server --listen 127.0.0.1:18102 --root "$dir/site" --precompressed br,gzip >/dev/null 2>&1 &
	servers="$servers $!"
	started caddy 18102
fi

program=/$(basename web/dist/hopyard.*.wasm)
for round in $(seq "$rounds"); do
	while read -r server port; do
		figures "$server page" -d "$seconds" "http://127.0.0.1:$port/"
		figures "$server program" -d "$seconds" "http://127.0.0.1:$port$program"
		figures "$server links" -d "$seconds" -s tools/load/reads.lua "http://127.0.0.1:$port" -- "$dir/paths"
	done <"$dir/servers"
done
