import type { ProfileAppearance } from '#people/profiles/contract/appearance.ts';
import { chooseEffects, useMotion } from './effects-choice.ts';
import './appearance.css';

type Moving = Pick<
  ProfileAppearance,
  'backgroundVideo' | 'cursorUrl' | 'cursorEffect' | 'backgroundEffect' | 'audioVisualizer' | 'nameEffect'
>;

/** Whether an appearance has effects that a reader may want to turn off. */
export function hasEffects(appearance: Moving): boolean {
  return (
    appearance.backgroundVideo !== null ||
    appearance.cursorUrl !== null ||
    appearance.cursorEffect !== 'none' ||
    appearance.backgroundEffect !== 'none' ||
    appearance.audioVisualizer ||
    appearance.nameEffect !== 'none'
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
