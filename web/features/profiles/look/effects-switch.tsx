import type { ProfileLook } from '#contract/customization.ts';
import { chooseEffects, useMotion } from './effects-choice.ts';
import './look.css';

type Moving = Pick<
  ProfileLook,
  'backgroundVideo' | 'cursorUrl' | 'cursorEffect' | 'backgroundEffect' | 'audioVisualizer' | 'nameEffect'
>;

/** Whether an appearance has effects that a reader may want to turn off. */
export function hasEffects(look: Moving): boolean {
  return (
    look.backgroundVideo !== null ||
    look.cursorUrl !== null ||
    look.cursorEffect !== 'none' ||
    look.backgroundEffect !== 'none' ||
    look.audioVisualizer ||
    look.nameEffect !== 'none'
  );
}

/** The reader's switch for everything on profiles that moves. It counts for all of them, and is remembered. */
export function EffectsSwitch() {
  const motion = useMotion();
  return (
    <label className="effects-switch">
      <input
        checked={motion !== 'off'}
        className="switch"
        onChange={(event) => chooseEffects(event.target.checked)}
        role="switch"
        aria-checked={motion !== 'off'}
        type="checkbox"
      />
      Effects
      {motion === 'still' && <span className="text-faint">(still)</span>}
    </label>
  );
}
