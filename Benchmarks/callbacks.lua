-- wrk script: posts the lines of the file named by CALLBACKS, each once; starts again at the top when it runs out.
local lines = {}
local at = 0

function init()
    for line in io.lines(os.getenv("CALLBACKS")) do
        lines[#lines + 1] = wrk.format("POST", nil, { ["Content-Type"] = "application/json" }, line)
    end
end

function request()
    at = at % #lines + 1
    return lines[at]
end
