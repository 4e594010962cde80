import { Button, Group, List, Text } from '@mantine/core';
import type { SpokenError } from '../../shared/workspace/use-error-texts.js';
import { partyRepair, type PartyRepair } from './party-repair.js';
import { useProblemTexts } from './use-problem-texts.js';

interface ProblemListProps {
  readonly problems: readonly SpokenError[];
  readonly onRepair: (repair: PartyRepair) => void;
}

/** Problems of a stored document. Those of the company and the client have a button that opens their dialog. */
export function ProblemList({ problems, onRepair }: ProblemListProps) {
  const { problemText, repairLabel } = useProblemTexts();
  return (
    <List size="sm" spacing={6} styles={{ itemWrapper: { display: 'block' } }}>
      {problems.map((problem) => {
        const repair = partyRepair(problem);
        return (
          <List.Item key={`${problem.pointer} ${problem.code}`}>
            <Group gap="xs" justify="space-between">
              <Text size="sm" flex="1 1 14rem">
                {problemText(problem)}
              </Text>
              {repair && (
                <Button variant="default" size="xs" onClick={() => onRepair(repair)}>
                  {repairLabel(repair)}
                </Button>
              )}
            </Group>
          </List.Item>
        );
      })}
    </List>
  );
}
