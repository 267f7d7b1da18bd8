// A switch with its label (ARIA pattern "switch"): the whole line is clickable.

interface Props {
  label: string;
  on: boolean;
  testId: string;
  onSwitch(on: boolean): void;
}

export const Switch = ({ label, on, testId, onSwitch }: Props) => (
  <button
    type="button"
    role="switch"
    className="switch"
    aria-checked={on}
    data-testid={testId}
    onClick={() => onSwitch(!on)}
  >
    <span>{label}</span>
    <span className="switch-track" />
  </button>
);
