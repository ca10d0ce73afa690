-- Asks for the paths of a file in turn, each thread from another place on.
function init(args)
  paths = {}
  for line in io.lines(args[1]) do paths[#paths + 1] = line end
  at = math.random(#paths)
end

function request()
  at = at % #paths + 1
  return wrk.format("GET", paths[at])
end
