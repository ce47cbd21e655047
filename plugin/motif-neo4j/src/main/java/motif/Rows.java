package motif;

import java.lang.reflect.Constructor;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** Turns a map of columns into a record whose components are named as the columns. */
final class Rows<R extends Record> {

    private final RecordComponent[] columns;
    private final Constructor<R> constructor;

    Rows(Class<R> type) {
        columns = type.getRecordComponents();
        try {
            Class<?>[] types =
                    Arrays.stream(columns).map(RecordComponent::getType).toArray(Class<?>[]::new);
            constructor = type.getDeclaredConstructor(types);
        } catch (NoSuchMethodException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    boolean has(String column) {
        return Arrays.stream(columns).anyMatch(known -> known.getName().equals(column));
    }

    /** The record; a column that the map lacks is null. */
    R read(Map<String, Object> row) {
        try {
            return constructor.newInstance(
                    Arrays.stream(columns)
                            .map(
                                    column ->
                                            convert(
                                                    row.get(column.getName()),
                                                    column.getGenericType()))
                            .toArray());
        } catch (ReflectiveOperationException
                | IllegalArgumentException
                | ClassCastException error) {
            throw new MotifException(
                    "The Motif service sent a row that does not fit its columns."
                            + " Install plugin and service of the same version.",
                    error);
        }
    }

    /** JSON writes 1.0 and 1 as it likes, and times as text: columns have one type each. */
    private static Object convert(Object value, Type type) {
        if (value instanceof Number number && (type == Double.class || type == Long.class)) {
            return type == Double.class
                    ? (Object) number.doubleValue()
                    : (Object) number.longValue();
        }
        if (value instanceof String text && type == ZonedDateTime.class) {
            return OffsetDateTime.parse(text).toZonedDateTime();
        }
        if (value instanceof List<?> list
                && type instanceof ParameterizedType generic
                && generic.getActualTypeArguments()[0] == Double.class) {
            return list.stream().map(item -> ((Number) item).doubleValue()).toList();
        }
        return value;
    }
}
