-- Each line of the file named by LINES_FILE once, then from the top again: as the body of a POST, or as the path of a GET when it starts with a slash.
dofile("report.lua")

local requests = {}
local at = 0

function init()
    for line in io.lines(os.getenv("LINES_FILE")) do
        if line:sub(1, 1) == "/" then
            requests[#requests + 1] = wrk.format("GET", line)
        else
            requests[#requests + 1] = wrk.format("POST", nil, { ["Content-Type"] = "application/json" }, line)
        end
    end
end

function request()
    at = at % #requests + 1
    return requests[at]
end
