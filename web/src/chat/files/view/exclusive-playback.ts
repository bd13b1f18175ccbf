let currentMedia: HTMLMediaElement | undefined;

export function pauseOthers(media: HTMLMediaElement): void {
  if (currentMedia !== media) currentMedia?.pause();
  currentMedia = media;
}
