-- What wrk sends: the requests of a file, one after the other, each thread from a
-- place of its own on. A run of ten zeros in a request stands for a number that is
-- sent once only.
--
--   wrk -s wrk.lua URL -- requests first-number pause-in-ms
local gap = "0000000000"
local threads = 0

function setup(thread)
  thread:set("thread", threads)
  threads = threads + 1
end

function init(args)
  requests = {}
  local file = assert(io.open(args[1], "rb"))
  local length = file:read("*n")
  while length do
    file:read(1)
    local text = file:read(length)
    local from, to = text:find(gap, 1, true)
    if from then
      requests[#requests + 1] = { text:sub(1, from - 1), text:sub(to + 1) }
    else
      requests[#requests + 1] = text
    end
    length = file:read("*n")
  end
  file:close()
  number = tonumber(args[2]) + thread * 5e6
  at = math.floor(#requests * thread / 2)
  local pause = tonumber(args[3])
  if pause > 0 then
    function delay() return math.random(0, 2 * pause) end
  end
end

function request()
  at = at % #requests + 1
  local r = requests[at]
  if type(r) == "string" then return r end
  number = number + 1
  return r[1] .. string.format("%010.0f", number) .. r[2]
end

function done(summary, latency)
  local e = summary.errors
  io.write(string.format("figures %.0f %.0f %.0f %.0f %.0f %.0f %.0f %.0f\n",
    summary.requests, summary.duration, summary.bytes, e.status, e.connect + e.read + e.write + e.timeout,
    latency:percentile(50), latency:percentile(99), latency.max))
end
