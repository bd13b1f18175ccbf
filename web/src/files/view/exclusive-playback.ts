let currentMedia: HTMLMediaElement | undefined;

/** One sound at a time: what played before it pauses. */
export function pauseOthers(media: HTMLMediaElement): void {
  if (currentMedia !== media) currentMedia?.pause();
  currentMedia = media;
}
