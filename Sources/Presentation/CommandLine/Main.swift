@main
enum Main {
    nonisolated static func main() {}
}
