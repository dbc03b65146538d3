import { type ReactNode, useState } from 'react';
import type { WelcomeState } from '#features/welcome/contract/endpoints.ts';
import { welcome as limits } from '#features/welcome/contract/limits.ts';
import { useCall } from '#platform/web/lib/api.ts';
import { Button } from '#platform/web/ui/controls/button.tsx';
import { Chip } from '#platform/web/ui/controls/chip.tsx';
import { useAction } from '#platform/web/ui/controls/use-action.ts';
import { StepButtons } from './step-buttons.tsx';

/** Tags of what the member makes. */
export function MakesStep({
  state,
  onSaved,
  skip,
}: {
  state: WelcomeState;
  onSaved: () => Promise<void>;
  skip: ReactNode;
}) {
  const call = useCall();
  const { busy, run } = useAction();
  const [chosen, setChosen] = useState(state.makes);
  const isFull = chosen.length >= limits.makesMax;
  const toggle = (tag: string) =>
    setChosen((now) =>
      now.includes(tag) ? now.filter((one) => one !== tag) : now.length < limits.makesMax ? [...now, tag] : now,
    );
  const save = () =>
    run(async () => {
      await call('PUT /welcome/makes', { body: { makes: [...chosen] } });
      await onSaved();
    });
  return (
    <>
      <div aria-label="What you make" className="flex flex-wrap gap-2" role="group">
        {state.allMakes.map((tag) => (
          <Chip key={tag} onSelect={() => toggle(tag)} selected={chosen.includes(tag)}>
            {tag}
          </Chip>
        ))}
      </div>
      <p className="mt-2 min-h-5 text-sm text-soft" role="status">
        {isFull && `These are ${limits.makesMax}: take one away to choose another.`}
      </p>
      <StepButtons skip={skip}>
        <Button busy={busy} onClick={() => void save()} variant="primary">
          Save and go on
        </Button>
      </StepButtons>
    </>
  );
}
