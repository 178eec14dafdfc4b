package calque;

/** A call that failed. The message names file, line, column and path where they are known. */
public final class CalqueException extends RuntimeException {
    private static final long serialVersionUID = 1;
    private final int status;
    private final String file;
    private final String path;
    private final long line;
    private final long column;

    CalqueException(String message, int status) {
        this(message, status, null, null, 0, 0);
    }

    CalqueException(String message, int status, String file, String path, long line, long column) {
        super(message);
        this.status = status;
        this.file = file;
        this.path = path;
        this.line = line;
        this.column = column;
    }

    public int status() {
        return status;
    }

    /** The file or resource that the text came from; null where it is not known. */
    public String file() {
        return file;
    }

    /** The JSON path of the offending value; null where there is none. */
    public String path() {
        return path;
    }

    /** Counted from 1; 0 where it is not known. */
    public long line() {
        return line;
    }

    /** In bytes, counted from 1; 0 where it is not known. */
    public long column() {
        return column;
    }
}
