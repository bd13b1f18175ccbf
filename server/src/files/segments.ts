/** Each segment of a picture blocks the event loop for a moment. Real pictures have far fewer. */
export const MAX_SEGMENTS = 20_000;
