const NUMBER = String.raw`[+-]?\d{1,3}[.,]\d{2,15}`;
const DEGREES = String.raw`(?:\xc2?\xb0|\xba|deg)`;
const MINUTES = String.raw`(?:'|\xe2\x80[\x98-\x9f\xb2\xb3]|\x92|\x94|"){1,2}`;

/** Forms of a position in text. Each has bounded parts, so that it takes linear time. Letters outside of ASCII are bytes of UTF-8. */
const FORMS = [
  // ISO 6709, as cameras write it: +48.8583+002.2945+035.1CRSWGS_84/
  String.raw`[+-]\d{2,6}\.\d{1,12}[+-]\d{3,7}(?:\.\d{1,12})?(?:[+-]\d{1,9}(?:\.\d{1,12})?)?(?:CRS[\w:]{1,20})?/?`,
  String.raw`[+-]\d{2,6}[+-]\d{3,7}(?:[+-]\d{1,9}(?:\.\d{1,12})?)?(?:CRS[\w:]{1,20})?/`,
  // NMEA 0183.
  String.raw`\$[A-Z]{2}(?:GGA|RMC|GLL|GNS),[^\r\n\0]{0,120}`,
  // 48.8583, 2.2945
  String.raw`[+-]?\d{1,3}\.\d{3,15}${DEGREES}? {0,2}[NS]? {0,2}[,;/| ] {0,3}[+-]?\d{1,3}\.\d{3,15}${DEGREES}?(?: {0,2}[EWO]\b)?`,
  // 48°51'29.9"N
  String.raw`\d{1,3}(?:\.\d{1,12})? {0,2}${DEGREES} {0,2}(?:\d{1,2}(?:\.\d{1,12})? {0,2}${MINUTES} {0,2}(?:\d{1,2}(?:\.\d{1,12})? {0,2}${MINUTES} {0,2})?)?[NSEWO]\b`,
  // latitude: 48.8583
  String.raw`\b[lL](?:at(?:itude)?|AT(?:ITUDE)?|ng|on|on[gt](?:t?itude)?|ONG?(?:ITUDE)?|NG)["']?[ :=]{1,4}["']?${NUMBER}`,
  String.raw`\b(?:rel_|abs_)?[aA](?:lt(?:itude)?|LT(?:ITUDE)?)["']?[ :=]{1,4}["']?[+-]?\d{1,5}(?:[.,]\d{1,15})?`,
  // GPS(2.2945,48.8583,18), as drones write it.
  String.raw`\b(?:GPS|HOME) ?\([^()\0]{3,60}\)`,
];

const POSITION = new RegExp(FORMS.join('|'), 'g');

export interface Range {
  start: number;
  end: number;
}

/** The positions in a text of one character a byte (Latin-1), in bytes. */
export function findPositions(text: string): Range[] {
  return Array.from(text.matchAll(POSITION), match => ({
    start: match.index,
    end: match.index + match[0].length,
  }));
}
