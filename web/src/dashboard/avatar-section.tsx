import { ImageUp } from 'lucide-react';
import { useState } from 'react';
import { lateWords } from '../strings/lazy-strings.ts';
import { usePart } from '../ui/dialog/use-lazy-component.ts';
import { showError, showInfo } from '../ui/feedback/toast.ts';
import { FileInput } from '../ui/form/file-input.tsx';
import { ACCEPTED, isPicture, wrongTypeOf } from './avatar-file.ts';
import styles from './avatar-section.module.css';

/** Where one chooses a picture of oneself. */
export function AvatarSection() {
  const [AvatarDialog, load] = usePart(async () => (await import('./avatar-dialog.tsx')).AvatarDialog);
  const [picture, setPicture] = useState<File>();

  async function choose(files: File[]): Promise<void> {
    const [file] = files;
    if (!file) return;
    const wrongType = wrongTypeOf(files);
    if (wrongType !== undefined) return showInfo(lateWords.dashboard.wrongType(wrongType));
    if (!(await isPicture(file))) return showError(lateWords.dashboard.avatarFailed);
    if (await load()) setPicture(file);
  }

  return (
    <div className={styles.section}>
      <FileInput accept={ACCEPTED.join()} onFiles={files => void choose(files)}>
        <ImageUp size={18} aria-hidden />
        {lateWords.dashboard.selectAvatar}
      </FileInput>
      {AvatarDialog && <AvatarDialog picture={picture} onClose={() => setPicture(undefined)} />}
    </div>
  );
}
