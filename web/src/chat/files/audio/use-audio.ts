import { useEffect, useRef, useState } from 'react';
import { lazyStrings } from '../../../strings/lazy-strings.ts';
import { showError } from '../../../ui/feedback/toast.ts';

const SPEEDS = [1, 1.5, 2];

/** All times in ms. `total` is undefined until the browser has loaded the metadata. */
interface AudioState {
  isPlaying: boolean;
  elapsed: number;
  total: number | undefined;
  speed: number;
  isBroken: boolean;
}

export function useAudio(duration: number | undefined) {
  const audio = useRef<HTMLAudioElement>(null);
  const [state, setState] = useState<AudioState>({
    isPlaying: false,
    elapsed: 0,
    total: duration,
    speed: 1,
    isBroken: false,
  });
  const change = (change: Partial<AudioState>) => setState(state => ({ ...state, ...change }));
  const updateProgress = () => change(readProgress(audio.current));

  // React drops events of an element that it has created but not yet committed, and the metadata can load in that time.
  useEffect(() => setState(state => ({ ...state, ...readProgress(audio.current) })), []);

  const actions = {
    togglePlay: () => {
      const { current } = audio;
      if (!current?.paused) return current?.pause();
      current.play().catch((error: Error) => {
        // Other errors: paused before it began, or not decodable. `onError` reports the latter.
        if (error.name === 'NotAllowedError') showError(lazyStrings.audio.blocked);
      });
    },
    seek: (elapsed: number) => {
      if (audio.current) audio.current.currentTime = elapsed / 1000;
      change({ elapsed });
    },
    changeSpeed: () => {
      const speed = SPEEDS[(SPEEDS.indexOf(state.speed) + 1) % SPEEDS.length] ?? 1;
      if (audio.current) audio.current.playbackRate = speed;
      change({ speed });
    },
  };
  const events = {
    onPlaying: () => change({ isPlaying: true }),
    onPause: () => change({ isPlaying: false }),
    onEnded: () => change({ isPlaying: false, elapsed: 0 }),
    onTimeUpdate: updateProgress,
    onSeeked: updateProgress,
    onDurationChange: updateProgress,
    onError: () => change({ isBroken: true }),
  };
  return { audio, state, actions, events };
}

function readProgress(audio: HTMLAudioElement | null): Partial<AudioState> {
  if (!audio) return {};
  const total = Number.isFinite(audio.duration) ? { total: audio.duration * 1000 } : {};
  return { elapsed: audio.ended ? 0 : audio.currentTime * 1000, ...total };
}
