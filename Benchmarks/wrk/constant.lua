-- The same request again and again, made once, so that the load generator runs no Lua while it measures: a GET, or with BODY a POST.
dofile("report.lua")

local body = os.getenv("BODY")
if body then
    wrk.method = "POST"
    wrk.body = body
    wrk.headers["Content-Type"] = "application/json"
end
