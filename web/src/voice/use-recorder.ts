import type { Chat } from '@snug/client';
import { useEffect, useState } from 'react';
import { useChat, useRecorders } from '../chat/chat-context.ts';
import { uploadFile } from '../files/upload.ts';
import { showError, showInfo } from '../ui/toast.ts';
import { Recorder } from './recorder.ts';

/** The recorder of a room, which keeps what was not sent while the reader is elsewhere. One room a component. */
export function useRecorder(roomId: string): Recorder {
  const chat = useChat();
  const recorders = useRecorders();
  const [recorder] = useState(() => recorders.get(roomId) ?? aRecorder(roomId, chat));
  useEffect(() => {
    recorders.set(roomId, recorder);
    return () => void recorder.leave();
  }, [recorders, roomId, recorder]);
  return recorder;
}

function aRecorder(roomId: string, { outbox }: Chat): Recorder {
  return new Recorder({
    openMicrophone: async handlers => (await import('./microphone.ts')).openMicrophone(handlers),
    openEncoder: async sampleRate => (await import('./mp3-encoder.ts')).openEncoder(sampleRate),
    upload: uploadFile,
    send: file => void outbox.send(roomId, { file }),
    now: () => Date.now(),
    showError,
    showInfo,
  });
}
