import { createIdleComponent } from '../../../ui/browser/create-idle-component.tsx';

/** Until it has loaded, the browser copies the text that it shows. */
export const LazyCopyTranscript = createIdleComponent(() =>
  import('./copy-transcript.tsx').then(module => module.CopyTranscript),
);
