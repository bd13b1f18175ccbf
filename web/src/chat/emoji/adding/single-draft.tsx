import type { CommandOutput } from '@snug/protocol';
import { useEffect, useEffectEvent, useState } from 'react';
import { useChat } from '../../../state/chat-context.ts';
import { lazyStrings } from '../../../strings/lazy-strings.ts';
import { LoadingText } from '../../../ui/feedback/loading.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { uploadFile } from '../../files/upload/upload-file.ts';
import { useObjectUrl } from '../../files/view/use-object-url.ts';
import { getProblem } from './add-drafts.ts';
import styles from './add-emoji-dialog.module.css';
import type { EmojiDraft } from './emoji-drafts.ts';

interface Preview extends Pick<CommandOutput<'preview_emoji'>, 'reduced'> {
  picture: Blob;
}

interface SingleDraftProps {
  draft: EmojiDraft;
  onRename: (id: string, name: string) => void;
  onChange: (id: string, change: Partial<EmojiDraft>) => void;
}

/** One picture as the server will show it, and its name. */
export function SingleDraft({ draft, onRename, onChange }: SingleDraftProps) {
  const { id, name, problem } = draft;
  const texts = lazyStrings.addEmoji;
  const { preview, failure } = usePreview(draft, onChange);
  return (
    <>
      {failure === undefined ? <PreviewBoxes preview={preview} /> : null}
      {preview?.reduced && <p className={styles.hint}>{texts.reduced[preview.reduced]}</p>}
      {failure !== undefined && (
        <p className={styles.problem} role="alert">
          {failure}
        </p>
      )}
      <TextField
        label={texts.name}
        name="name"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        dir="ltr"
        value={name}
        hint={texts.nameHint}
        problem={problem}
        onChange={({ target }) => onRename(id, target.value)}
      />
    </>
  );
}

function PreviewBoxes({ preview }: { preview: Preview | undefined }) {
  const texts = lazyStrings.addEmoji;
  const src = useObjectUrl(preview?.picture);
  return (
    <fieldset className={styles.previews} aria-label={texts.preview}>
      {(['light', 'dark'] as const).map(theme => (
        <figure key={theme} className={styles.preview} data-theme-preview={theme}>
          {src ? (
            <>
              <img className={styles.large} src={src} alt="" />
              <img className={styles.small} src={src} alt="" />
            </>
          ) : (
            <LoadingText />
          )}
          <figcaption className={styles.caption}>
            {theme === 'light' ? texts.onLight : texts.onDark}
          </figcaption>
        </figure>
      ))}
    </fieldset>
  );
}

/** Uploads the picture for it. The upload is used when the person adds the emoji, and discarded if they choose another one. */
function usePreview({ id, file }: EmojiDraft, onChange: SingleDraftProps['onChange']) {
  const { connection } = useChat();
  const [preview, setPreview] = useState<Preview>();
  const [failure, setFailure] = useState<string>();
  const change = useEffectEvent((fileId: string | undefined) => onChange(id, { fileId }));
  useEffect(() => {
    const control = new AbortController();
    const { signal } = control;
    const uploading = uploadFile(file, { name: file.name }, { signal });
    uploading
      .then(async ({ id: fileId }) => {
        const { webp, reduced } = await connection.command('preview_emoji', { fileId });
        if (signal.aborted) return;
        setPreview({ picture: toBlob(webp), reduced });
        change(fileId);
      })
      .catch((error: unknown) => !signal.aborted && setFailure(getProblem(error)));
    return () => {
      control.abort();
      change(undefined);
      // One that became an emoji is used up, and this changes nothing.
      uploading.then(({ id: fileId }) => connection.command('discard_file', { fileId })).catch(() => {});
    };
  }, [connection, file]);
  return { preview, failure };
}

/** The security policy of the page allows no `data:` addresses. */
function toBlob(base64: string): Blob {
  const bytes = Uint8Array.from(atob(base64), character => character.charCodeAt(0));
  return new Blob([bytes], { type: 'image/webp' });
}
