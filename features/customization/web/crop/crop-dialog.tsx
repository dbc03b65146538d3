import { useState } from 'react';
import { Button } from '#platform/web/ui/controls/button.tsx';
import { Slider } from '#platform/web/ui/controls/slider.tsx';
import { Dialog } from '#platform/web/ui/overlays/dialog.tsx';
import { CropStage } from './crop-stage.tsx';
import { cutOf, type Frame, frameOf, maxZoom, zoomed } from './frame.ts';
import { cutPicture, type Shape, shapes } from './picture-file.ts';

/** Props of {@link CropDialog}. */
export interface CropDialogProps {
  picture: ImageBitmap;
  /** Of the file that was chosen. */
  name: string;
  shape: Shape;
  onDone: (file: File) => void;
  onClose: () => void;
  /** The browser could not write the part. */
  onFail: () => void;
}

/** Chooses the part of a picture that is kept: by pointer, by fingers, by keyboard, or by the slider. */
export default function CropDialog({ picture, name, shape, onDone, onClose, onFail }: CropDialogProps) {
  const { width, height } = shapes[shape];
  const [frame, setFrame] = useState<Frame>(() => frameOf(picture.width, picture.height, width / height));
  const [busy, setBusy] = useState(false);
  const finish = async () => {
    setBusy(true);
    try {
      onDone(await cutPicture(picture, cutOf(frame), { shape, name }));
    } catch {
      onFail();
    }
  };
  return (
    <Dialog
      description={
        shape === 'avatar' ? 'This is how others see you.' : 'It stands over your profile, three times as wide as high.'
      }
      footer={
        <>
          <Button onClick={onClose} variant="ghost">
            Cancel
          </Button>
          <Button busy={busy} onClick={() => void finish()} variant="primary">
            Use this part
          </Button>
        </>
      }
      onOpenChange={(open) => !open && onClose()}
      open
      size={shape === 'avatar' ? 'sm' : 'md'}
      title={shape === 'avatar' ? 'Crop your avatar' : 'Crop your banner'}
    >
      <div className="grid gap-3">
        <CropStage frame={frame} onChange={setFrame} picture={picture} round={shape === 'avatar'} />
        <label className="grid gap-1.5 text-sm font-semibold">
          Zoom
          <Slider
            max={maxZoom}
            min={1}
            onChange={(zoom) => setFrame(zoomed(frame, zoom))}
            step={0.05}
            value={frame.zoom}
          />
        </label>
        <p className="text-xs text-faint">
          Drag to move, or click what should stand in the middle. With the keyboard: arrow keys move, + and - zoom.
        </p>
      </div>
    </Dialog>
  );
}
