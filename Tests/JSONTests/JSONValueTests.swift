import JSON
import Secrets
import Testing

func parse(_ text: String) throws(JSONError) -> JSONValue {
    try JSONDocument(parsing: Array(text.utf8)).root
}

@Suite("Values and their places")
struct JSONValueTests {
    struct Holder {
        let document: JSONDocument
        let value: JSONValue
    }

    @Test("Every kind stands alone as a document, with white space around it")
    func scalars() throws {
        #expect(try parse(" null ").isNull)
        #expect(try parse("\ttrue\r\n").bool == true)
        #expect(try parse("false").bool == false)
        #expect(try parse("\"x\"").string == "x")
        #expect(try parse("7").integer == 7)
        #expect(try parse("[]").elements.isEmpty)
        #expect(try parse("{}").members.isEmpty)
        #expect(try ["null", "true", "\"\"", "0", "[]", "{}"].map { try parse($0).kind } == [.null, .bool, .string, .number, .array, .object])
    }

    @Test("RFC 8259 section 13, the image example")
    func imageExample() throws {
        let text = """
            {
              "Image": {
                  "Width":  800,
                  "Height": 600,
                  "Title":  "View from 15th Floor",
                  "Thumbnail": {
                      "Url":    "http://www.example.com/image/481989943",
                      "Height": 125,
                      "Width":  100
                  },
                  "Animated" : false,
                  "IDs": [116, 943, 234, 38793]
                }
            }
            """
        let image = try #require(try parse(text)["Image"])
        #expect(image.members.map(\.name.string) == ["Width", "Height", "Title", "Thumbnail", "Animated", "IDs"])
        #expect(image["Title"]?.string == "View from 15th Floor")
        #expect(image["Thumbnail"]?["Height"]?.integer == 125)
        #expect(image["Animated"]?.bool == false)
        #expect(image["IDs"]?.elements.map(\.integer) == [116, 943, 234, 38793])
        #expect(image["Url"] == nil)
    }

    @Test("RFC 8259 section 13, the array of objects")
    func arrayExample() throws {
        let text = """
            [{"precision": "zip", "Latitude": 37.7668, "Longitude": -122.3959, "Address": "", "City": "SAN FRANCISCO", "Country": "US"},
             {"precision": "zip", "Latitude": 37.371991, "Longitude": -122.026020, "Address": "", "City": "SUNNYVALE", "Country": "US"}]
            """
        let places = try parse(text).elements
        #expect(places.map { $0["City"]?.string } == ["SAN FRANCISCO", "SUNNYVALE"])
        #expect(places[1]["Longitude"]?.numberText == "-122.026020")
        #expect(places[0]["Longitude"]?.integer == nil)
    }

    @Test("A range goes from the first to the last byte of a value, without the white space around it")
    func ranges() throws {
        let text = "{ \"data\" : { \"a\" : [1 , \"é\"] } , \"b\":-1.5e3 }"
        let root = try parse(text)
        let data = try #require(root["data"])
        #expect(data.byteRange == 11..<31)
        #expect(String(decoding: data.rawBytes, as: UTF8.self) == "{ \"a\" : [1 , \"é\"] }")
        #expect(root.byteRange == 0..<text.utf8.count)
        #expect(root.members.map { String(decoding: $0.name.rawBytes, as: UTF8.self) } == ["\"data\"", "\"b\""])
        #expect(root["b"].map { String(decoding: $0.rawBytes, as: UTF8.self) } == "-1.5e3")
        #expect(data["a"]?.elements.map(\.rawBytes) == [Array("1".utf8), Array("\"é\"".utf8)])
    }

    @Test("An accessor of another kind answers nil or nothing")
    func wrongKinds() throws {
        for text in ["null", "true", "1", "\"x\"", "[1]", "{\"a\":1}"] {
            let value = try parse(text)
            #expect((value.string != nil) == (value.kind == .string))
            #expect((value.secretString != nil) == (value.kind == .string))
            #expect((value.withUnescapedBytes { $0.count } != nil) == (value.kind == .string))
            #expect((value.integer != nil) == (value.kind == .number))
            #expect((value.numberText != nil) == (value.kind == .number))
            #expect((value.bool != nil) == (value.kind == .bool))
            #expect(value.isNull == (value.kind == .null))
            #expect(value.elements.isEmpty == (value.kind != .array))
            #expect(value.members.isEmpty == (value.kind != .object))
            #expect((value["a"] != nil) == (value.kind == .object))
        }
    }

    @Test("Children are found past nested siblings")
    func navigation() throws {
        let root = try parse("{\"a\":{\"z\":[[],{\"z\":1}]},\"b\":[],\"z\":{\"a\":2},\"c\":3}")
        #expect(root["z"]?["a"]?.integer == 2)
        #expect(root["c"]?.integer == 3)
        #expect(root["a"]?["z"]?.elements.map(\.kind) == [.array, .object])
        #expect(root.members.count == 4)
    }

    @Test("Printing a document or a value shows none of its content")
    func printingHidesContent() throws {
        let document = try JSONDocument(parsing: Array("{\"cardNumber\":\"4111111111111111\"}".utf8))
        let holder = Holder(document: document, value: document.root)
        var dumped = ""
        dump(holder, to: &dumped)
        for text in ["\(document)", "\(holder)", String(reflecting: holder), dumped] {
            #expect(!text.contains("4111"))
            #expect(!text.contains("cardNumber"))
            // The bytes of "4111" as a dump of an array would show them.
            #expect(!text.contains("52"))
        }
        #expect("\(document.root)" == "<JSON object, bytes 0..<33>")
    }

    @Test("A document whose bytes were wiped has places but no content")
    func wiped() throws {
        let bytes = SecretBytes(utf8: "{\"card\":\"41\\u0031\",\"n\":12,\"l\":[true,\"x\"]}")
        let root = try JSONDocument(parsing: bytes).root
        let members = root.members
        let elements = try #require(root["l"]).elements
        bytes.wipe()
        #expect(root.kind == .object)
        #expect(root.byteRange == 0..<41)
        #expect(root.rawBytes.isEmpty)
        #expect(root.minified().isEmpty)
        #expect(root["card"] == nil)
        #expect(root.values(named: "card").isEmpty)
        #expect(!root.hasDuplicateNames)
        #expect(members[0].value.string == nil)
        #expect(members[0].value.secretString == nil)
        #expect(members[0].value.withUnescapedBytes { $0.count } == nil)
        #expect(!members[0].name.isString("card"))
        #expect(members[1].value.integer == nil)
        #expect(members[1].value.numberText == nil)
        #expect(elements.map(\.string) == [nil, nil])
        #expect(failure(parsing: bytes) == .empty)
    }

    private func failure(parsing bytes: SecretBytes) -> JSONError.Kind? {
        #expect(throws: JSONError.self) { try JSONDocument(parsing: bytes) }?.kind
    }

    @Test("The document keeps its bytes alive")
    func lifetime() throws {
        func root() throws -> JSONValue { try JSONDocument(parsing: SecretBytes(utf8: "{\"a\":\"kept\"}")).root }
        #expect(try root()["a"]?.string == "kept")
    }
}
