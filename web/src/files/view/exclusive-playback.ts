let current: HTMLMediaElement | undefined;

/** One sound at a time: what played before it pauses. */
export function playAlone(media: HTMLMediaElement): void {
  if (current !== media) current?.pause();
  current = media;
}
