/** They reorder letters: `\u202enimda` reads as "admin". The page isolates each name already, so no name needs them. */
const DIRECTION_CONTROLS = /\p{Bidi_Control}/gu;

/** A name as the server stores it. The joiners of emoji and of Persian and Indic letters stay. It may be empty. */
export function cleanName(name: string): string {
  return name.replaceAll(DIRECTION_CONTROLS, '').trim();
}
