import { ImageUp } from 'lucide-react';
import { useState } from 'react';
import { lazyStrings } from '../../strings/lazy-strings.ts';
import { useLazyComponent } from '../../ui/dialog/use-lazy-component.ts';
import { showError, showInfo } from '../../ui/feedback/toast.ts';
import { FileInput } from '../../ui/form/file-input.tsx';
import { ACCEPTED_TYPES, findUnsupportedType, isDecodableImage } from './avatar-file.ts';
import styles from './avatar-section.module.css';

export function AvatarSection() {
  const [AvatarDialog, load] = useLazyComponent(() =>
    import('./avatar-dialog.tsx').then(module => module.AvatarDialog),
  );
  const [picture, setPicture] = useState<File>();

  async function choose(files: File[]): Promise<void> {
    const [file] = files;
    if (!file) return;
    const wrongType = findUnsupportedType(files);
    if (wrongType !== undefined) return showInfo(lazyStrings.dashboard.wrongType(wrongType));
    if (!(await isDecodableImage(file))) return showError(lazyStrings.dashboard.avatarFailed);
    if (await load()) setPicture(file);
  }

  return (
    <div className={styles.section}>
      <FileInput accept={ACCEPTED_TYPES.join()} onFiles={files => void choose(files)}>
        <ImageUp size={18} aria-hidden />
        {lazyStrings.dashboard.selectAvatar}
      </FileInput>
      {AvatarDialog && <AvatarDialog picture={picture} onClose={() => setPicture(undefined)} />}
    </div>
  );
}
