// Zig reads calque.h as it is: zig build-exe first.zig -lc -lcalque, with -I and -L for an
// unpacked archive. Run with Zig 0.14.1; prints "3 Dateien".
const std = @import("std");
const c = @cImport(@cInclude("calque.h"));

pub fn main() !void {
    const options =
        \\{"lng": "de", "resources": {"de": {"translation": {
        \\  "file_one": "{{count}} Datei", "file_other": "{{count}} Dateien"}}}}
    ;
    var translator: ?*c.calque_translator = null;
    var problem: ?*c.calque_error = null;
    if (c.calque_translator_create(c.CALQUE_FORMAT_V4, options, options.len, null, &translator, &problem) != c.CALQUE_OK) {
        defer c.calque_error_release(problem);
        std.debug.print("{s}\n", .{c.calque_error_message(problem)});
        return error.Options;
    }
    defer c.calque_translator_release(translator);

    const args = [_]c.calque_arg{
        .{ .name = "count", .name_length = 5, .kind = c.CALQUE_ARG_KIND_INT, .integer = 3 },
    };
    var text: [256]u8 = undefined;
    var length: usize = 0;
    _ = c.calque_translator_translate(translator, "file", 4, &args, args.len, &text, text.len, &length);
    std.debug.print("{s}\n", .{text[0..length]});
}
