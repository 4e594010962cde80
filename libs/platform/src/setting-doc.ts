/** A setting in `.env.example`: its heading, its description, and an example if there is no default. */
export type SettingDoc = { group: string; description: string; example?: string };

/** The documentation of a setting, as its metadata. */
export const setting = (group: string, description: string, example?: string): SettingDoc => ({
  group,
  description,
  ...(example === undefined ? {} : { example }),
});
