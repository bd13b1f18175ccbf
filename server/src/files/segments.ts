/** Most segments of a picture that are looked at: each holds everybody up for a moment, and a real picture has far fewer. */
export const MAX_SEGMENTS = 20_000;
