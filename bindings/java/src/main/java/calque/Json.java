package calque;

import java.util.Map;

/** Maps, lists and scalars as JSON. */
final class Json {
    static String of(Object value) {
        StringBuilder out = new StringBuilder();
        write(out, value);
        return out.toString();
    }

    /** Whether a value has parts, so that it travels as JSON. */
    static boolean hasParts(Object value) {
        return value instanceof Map || value instanceof Iterable || value instanceof Object[];
    }

    private static void write(StringBuilder out, Object value) {
        if (value == null || value instanceof Boolean || value instanceof Number) {
            out.append(value);
        } else if (value instanceof Map) {
            String start = "{";
            for (Map.Entry<?, ?> each : ((Map<?, ?>) value).entrySet()) {
                quote(out.append(start), String.valueOf(each.getKey()));
                write(out.append(':'), each.getValue());
                start = ",";
            }
            out.append(start.equals("{") ? "{}" : "}");
        } else if (value instanceof Iterable) {
            String start = "[";
            for (Object each : (Iterable<?>) value) {
                write(out.append(start), each);
                start = ",";
            }
            out.append(start.equals("[") ? "[]" : "]");
        } else if (value instanceof Object[]) {
            write(out, java.util.List.of((Object[]) value));
        } else {
            quote(out, value.toString());
        }
    }

    private static void quote(StringBuilder out, String text) {
        out.append('"');
        for (int at = 0; at < text.length(); at++) {
            char each = text.charAt(at);
            if (each == '"' || each == '\\') {
                out.append('\\').append(each);
            } else if (each < ' ') {
                out.append(String.format("\\u%04x", (int) each));
            } else {
                out.append(each);
            }
        }
        out.append('"');
    }

    private Json() {}
}
