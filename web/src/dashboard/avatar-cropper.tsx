import 'react-easy-crop/react-easy-crop.css';
import { useId, useState } from 'react';
import Cropper from 'react-easy-crop';
import { lateWords } from '../strings/lazy-strings.ts';
import styles from './avatar-cropper.module.css';
import { AVATAR_SIZE, type Square } from './avatar-picture.ts';

/** What shows of the picture around the avatar, in px. */
const BORDER = 10;
/** The picture covers the border, too; at this zoom its shorter side is exactly the avatar's. */
const FITTING = AVATAR_SIZE / (AVATAR_SIZE + 2 * BORDER);
const MAX_ZOOM = 4;
/** How far an arrow key moves the picture, in px. */
const KEY_STEP = 4;

interface AvatarCropperProps {
  /** Where the picture is; undefined for the moment before it is known. */
  url: string | undefined;
  onCut: (square: Square) => void;
}

/** A round window over the picture, which is moved and zoomed behind it. */
export function AvatarCropper({ url, onCut }: AvatarCropperProps) {
  const zoomId = useId();
  const [crop, setCrop] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(FITTING);
  return (
    <>
      <div className={styles.stage}>
        {url && (
          <Cropper
            image={url}
            crop={crop}
            zoom={zoom}
            minZoom={FITTING}
            maxZoom={FITTING * MAX_ZOOM}
            aspect={1}
            cropSize={{ width: AVATAR_SIZE, height: AVATAR_SIZE }}
            cropShape="round"
            showGrid={false}
            objectFit="cover"
            keyboardStep={KEY_STEP}
            cropperProps={{ role: 'group', 'aria-label': lateWords.pictures.part }}
            classes={{ cropAreaClassName: styles.window ?? '' }}
            // A style element would need a looser content security policy: its rules are in a file of ours.
            disableAutomaticStylesInjection
            onCropChange={setCrop}
            onZoomChange={setZoom}
            onCropAreaChange={(_, square) => onCut(square)}
          />
        )}
      </div>
      <div className={styles.zoom}>
        <label htmlFor={zoomId}>{lateWords.pictures.zoom}</label>
        <input
          id={zoomId}
          type="range"
          min={1}
          max={MAX_ZOOM}
          step={0.05}
          value={zoom / FITTING}
          onChange={event => setZoom(event.target.valueAsNumber * FITTING)}
        />
      </div>
    </>
  );
}
