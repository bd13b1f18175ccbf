import { createContext } from 'react';
import type { LazyRecorder } from './lazy-recorder.ts';

/** By room id: a recorder keeps its unsent recording while the person is in another room. */
export const RecordersContext = createContext<Map<string, LazyRecorder>>(new Map());
