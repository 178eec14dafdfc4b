package calque;

/** A call that failed: the library's message and its status. */
public final class CalqueException extends RuntimeException {
    private static final long serialVersionUID = 1;
    private final int status;

    CalqueException(String message, int status) {
        super(message);
        this.status = status;
    }

    public int status() {
        return status;
    }
}
