const PLACE_WORDS = new Set(
  'gps geo geotag geolocation geolocated location sublocation locations coordinate coordinates latitude longitude lat lon lng altitude city country province state place places address venue'.split(
    ' ',
  ),
);
const PLACE_PREFIX = /^(?:gps|geo(?:tag|loc|coord)|location|latitude|longitude)/;

/** Whether a field with this name holds a place, such as `com.apple.quicktime.location.name`, `GPSLatitude` or `RECORDING_LOCATION`. */
export function isPlaceName(name: string): boolean {
  return name
    .replace(/(?<=[a-z\d])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g, ' ')
    .toLowerCase()
    .split(/[^a-z]+/)
    .some(word => PLACE_WORDS.has(word) || PLACE_PREFIX.test(word));
}

const COMMENT_WORDS = /^(?:comments?|description|synopsis|summary|notes?|desc|ldes|cmt)$/;

/** Whether a field with this name holds what a person wrote about a recording, which often names its place. */
export function isCommentName(name: string): boolean {
  return name
    .toLowerCase()
    .split(/[^a-z]+/)
    .some(word => COMMENT_WORDS.test(word));
}
