import 'react-easy-crop/react-easy-crop.css';
import { useId, useState } from 'react';
import Cropper from 'react-easy-crop';
import { lazyStrings } from '../../strings/lazy-strings.ts';
import styles from './avatar-cropper.module.css';
import { AVATAR_SIZE_PX, type CropArea } from './avatar-picture.ts';

/** The visible part of the picture around the avatar. */
const BORDER_PX = 10;
/** The picture covers the border, too; at this zoom its shorter side is exactly as long as the avatar's. */
const FIT_ZOOM = AVATAR_SIZE_PX / (AVATAR_SIZE_PX + 2 * BORDER_PX);
const MAX_ZOOM = 4;
const KEY_STEP_PX = 4;

interface AvatarCropperProps {
  url: string | undefined;
  onCrop: (square: CropArea) => void;
}

export function AvatarCropper({ url, onCrop }: AvatarCropperProps) {
  const zoomId = useId();
  const [crop, setCrop] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(FIT_ZOOM);
  return (
    <>
      <div className={styles.stage}>
        {url && (
          <Cropper
            image={url}
            crop={crop}
            zoom={zoom}
            minZoom={FIT_ZOOM}
            maxZoom={FIT_ZOOM * MAX_ZOOM}
            aspect={1}
            cropSize={{ width: AVATAR_SIZE_PX, height: AVATAR_SIZE_PX }}
            cropShape="round"
            showGrid={false}
            objectFit="cover"
            keyboardStep={KEY_STEP_PX}
            cropperProps={{ role: 'group', 'aria-label': lazyStrings.pictures.part }}
            classes={{ cropAreaClassName: styles.window ?? '' }}
            // A style element would need a looser content security policy, so the stylesheet is a file.
            disableAutomaticStylesInjection
            onCropChange={setCrop}
            onZoomChange={setZoom}
            onCropAreaChange={(_, square) => onCrop(square)}
          />
        )}
      </div>
      <div className={styles.zoom}>
        <label htmlFor={zoomId}>{lazyStrings.pictures.zoom}</label>
        <input
          id={zoomId}
          type="range"
          min={1}
          max={MAX_ZOOM}
          step={0.05}
          value={zoom / FIT_ZOOM}
          onChange={event => setZoom(event.target.valueAsNumber * FIT_ZOOM)}
        />
      </div>
    </>
  );
}
