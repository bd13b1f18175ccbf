const PLACE_WORDS = new Set(
  'gps geo geotag geolocation geolocated location sublocation locations coordinate coordinates latitude longitude lat lon lng altitude city country province state place places address venue'.split(
    ' ',
  ),
);
/** A part of each of these words: files have thousands of names without one. */
const HINT = /gps|geo|loc|lat|lon|lng|alt|coord|city|country|prov|state|place|address|venue/i;
const PLACE_PREFIX = /^(?:gps|geo(?:tag|loc|coord)|location|latitude|longitude)/;

/** Whether a field with this name holds a place, such as `com.apple.quicktime.location.name`, `GPSLatitude` or `RECORDING_LOCATION`. */
export function isPlaceName(name: string): boolean {
  if (!HINT.test(name)) return false;
  return name
    .replace(/(?<=[a-z\d])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g, ' ')
    .toLowerCase()
    .split(/[^a-z]+/)
    .some(word => PLACE_WORDS.has(word) || PLACE_PREFIX.test(word));
}

const COMMENT =
  /(?<![a-z])(?:(?:user)?comments?|(?:image)?description|synopsis|summary|notes?|desc|ldes|cmt)(?![a-z])/i;

/** Whether a field with this name holds what a person wrote about a recording, which often names its place. */
export function isCommentName(name: string): boolean {
  return COMMENT.test(name);
}
