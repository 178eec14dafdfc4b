package calque;

/** The generation of i18next catalogs. */
public enum Format {
    IOS(Native.FORMAT_IOS),
    V1(Native.FORMAT_V1),
    V2(Native.FORMAT_V2),
    V3(Native.FORMAT_V3),
    V4(Native.FORMAT_V4);

    final int number;

    Format(int number) {
        this.number = number;
    }

    /** The format with a number of the C interface. */
    public static Format of(int number) {
        for (Format each : values()) {
            if (each.number == number) {
                return each;
            }
        }
        throw new CalqueException("there is no format " + number, Native.INVALID_ARGUMENT);
    }
}
