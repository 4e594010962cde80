import { readFileSync } from 'node:fs';
import { parseEnv } from '@billhook/platform/load-env';
import { describe, expect, it } from '@jest/globals';
import { Deployment } from 'kubernetes-models/apps/v1';
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2';
import { Job } from 'kubernetes-models/batch/v1';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1';
import { ConfigMap, Service } from 'kubernetes-models/v1';
import { parseAllDocuments } from 'yaml';

const KINDS = { ConfigMap, Deployment, HorizontalPodAutoscaler, Job, PodDisruptionBudget, Service };

interface Manifest {
  readonly kind: keyof typeof KINDS;
  readonly metadata: { readonly name: string };
}

const file = new URL('../../../../deploy/kubernetes/billhook.yaml', import.meta.url);
const manifests = parseAllDocuments(readFileSync(file, 'utf8')).map((each) => each.toJS() as Manifest);
/** As the models of the Kubernetes API accept it. */
const modelOf = (manifest: Manifest) => new KINDS[manifest.kind](manifest as never);
const named = <T extends Manifest['kind']>(kind: T, name: string) =>
  modelOf(manifests.find((each) => each.kind === kind && each.metadata.name === name)!) as InstanceType<
    (typeof KINDS)[T]
  >;

describe('the manifests for Kubernetes', () => {
  it.each(manifests.map((each) => [`${each.kind} ${each.metadata.name}`, each] as const))(
    '%s is valid in the schema of its kind',
    (_, manifest) => {
      expect(() => modelOf(manifest).validate()).not.toThrow();
    },
  );

  it('are really checked: a wrong type is rejected', () => {
    const wrong = structuredClone(manifests.find(({ kind }) => kind === 'Deployment')) as unknown as {
      spec: { replicas: unknown };
    };
    wrong.spec.replicas = 'two';
    expect(() => new Deployment(wrong as never).validate()).toThrow('replicas');
  });

  it.each(['api', 'worker', 'migrate'])('the pods of %s run without rights, with limits, on a pinned image', (role) => {
    const { spec } = role === 'migrate' ? named('Job', 'billhook-migrate') : named('Deployment', `billhook-${role}`);
    const pod = spec?.template.spec;
    expect(pod).toMatchObject({
      automountServiceAccountToken: false,
      securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
    });
    expect(pod?.containers).toEqual([
      expect.objectContaining({
        args: [role],
        image: expect.stringMatching(/^billhook:\d+\.\d+\.\d+$/),
        resources: { requests: expect.anything(), limits: { memory: expect.any(String) } },
        securityContext: {
          readOnlyRootFilesystem: true,
          allowPrivilegeEscalation: false,
          capabilities: { drop: ['ALL'] },
        },
      }),
    ]);
  });

  it('delay a stop longer than the readiness probe takes, and end before the pod is killed', () => {
    const { env, errors } = parseEnv({
      ...named('ConfigMap', 'billhook').data,
      ...{ DATABASE_URL: 'postgresql://x', APP_SECRETS: 'a'.repeat(32) },
    });
    expect(errors).toBeUndefined();
    const pod = named('Deployment', 'billhook-api').spec?.template.spec;
    const probe = pod?.containers[0]?.readinessProbe;
    const noticedAfter = (probe?.failureThreshold ?? 3) * ((probe?.periodSeconds ?? 10) + (probe?.timeoutSeconds ?? 1));
    expect(env?.SHUTDOWN_DELAY_SECONDS).toBeGreaterThan(noticedAfter);
    expect(pod?.terminationGracePeriodSeconds).toBeGreaterThan((env?.SHUTDOWN_DELAY_SECONDS ?? 0) + 20);
  });
});
