import { ImageUp } from 'lucide-react';
import { type ChangeEvent, useId, useState } from 'react';
import { showError, showInfo } from '../ui/toast.ts';
import { usePart } from '../ui/use-part.ts';
import { ACCEPTED, isPicture, wrongTypeOf } from './avatar-file.ts';
import styles from './avatar-section.module.css';

/** Where one chooses a picture of oneself. */
export function AvatarSection() {
  const id = useId();
  const [AvatarDialog, load] = usePart(async () => (await import('./avatar-dialog.tsx')).AvatarDialog);
  const [picture, setPicture] = useState<File>();

  async function choose({ currentTarget }: ChangeEvent<HTMLInputElement>): Promise<void> {
    const files = [...(currentTarget.files ?? [])];
    // So that the same file can be chosen again.
    currentTarget.value = '';
    const [file] = files;
    if (!file) return;
    const wrongType = wrongTypeOf(files);
    if (wrongType !== undefined) return showInfo(`Wrong file type ${wrongType}`);
    if (!(await isPicture(file))) return showError('File process error');
    if (await load()) setPicture(file);
  }

  return (
    <div className={styles.section}>
      <input
        id={id}
        type="file"
        accept={ACCEPTED.join()}
        className={styles.input}
        onChange={event => void choose(event)}
      />
      <label htmlFor={id} className={styles.button}>
        <ImageUp size={18} aria-hidden />
        Select new avatar
      </label>
      {AvatarDialog && <AvatarDialog picture={picture} onClose={() => setPicture(undefined)} />}
    </div>
  );
}
