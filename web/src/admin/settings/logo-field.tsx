import { DEFAULT_LOOK } from '@snug/protocol';
import { useId } from 'react';
import { useObjectUrl } from '../../chat/files/view/use-object-url.ts';
import { lazyStrings } from '../../strings/lazy-strings.ts';
import { getLogoPath } from '../../ui/browser/look.ts';
import { SnugLogo } from '../../ui/feedback/logo.tsx';
import { Button } from '../../ui/form/button.tsx';
import { FileInput } from '../../ui/form/file-input.tsx';
import styles from './look-fields.module.css';

const ACCEPTED_TYPES = 'image/png,image/jpeg,image/webp';
const PREVIEW_PX = 64;

interface LogoFieldProps {
  /** The token of the logo, or the default. */
  value: string;
  /** The chosen picture, until it is saved. */
  picture: File | undefined;
  label: string;
  problem: string | undefined;
  onChoose: (picture: File) => void;
  onReset: () => void;
}

export function LogoField({ value, picture, label, problem, onChoose, onReset }: LogoFieldProps) {
  const id = useId();
  const texts = lazyStrings.admin;
  return (
    <fieldset className={styles.field} aria-describedby={id}>
      <legend className={styles.legend}>{label}</legend>
      <div className={styles.row}>
        <Preview value={value} picture={picture} />
        <div className={styles.choice}>
          <FileInput
            accept={ACCEPTED_TYPES}
            onFiles={([file]) => {
              if (file) onChoose(file);
            }}
          >
            {texts.chooseLogo}
          </FileInput>
        </div>
        {(picture !== undefined || value !== DEFAULT_LOOK) && (
          <Button onClick={onReset}>{texts.reset}</Button>
        )}
      </div>
      {problem === undefined ? (
        <p id={id} className={styles.hint}>
          {texts.logoHint}
        </p>
      ) : (
        <p id={id} role="alert" className={styles.problem}>
          {problem}
        </p>
      )}
    </fieldset>
  );
}

function Preview({ value, picture }: Pick<LogoFieldProps, 'value' | 'picture'>) {
  const chosen = useObjectUrl(picture);
  const url = chosen ?? (value === DEFAULT_LOOK ? undefined : getLogoPath(value, 'icon-192'));
  if (url === undefined) return <SnugLogo size={PREVIEW_PX} />;
  return <img className={styles.logo} src={url} width={PREVIEW_PX} height={PREVIEW_PX} alt="" />;
}
