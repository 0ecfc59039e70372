// Builds the image of the product from Containerfile without a registry: debootstrap makes its two bases, one of them
// with Node and npm.
import { cp, mkdir, rm, symlink } from 'node:fs/promises'
import { join } from 'node:path'

import { print } from '../server/command.ts'
import type { Room } from './container-room.ts'

export const imageName = 'localhost/tengrand'

/** The programs, and the packages that have them. */
export const imagePrograms = { debootstrap: 'debootstrap', npm: 'npm', tar: 'tar' }

const repository = join(import.meta.dirname, '..')
const baseName = 'localhost/base'
const buildBaseName = 'localhost/base-with-npm'
/** Npm of the same major version as that of Node 24. */
const npmPackage = 'npm@11'
const trusted = '/etc/ssl/certs/ca-certificates.crt'

export interface Image {
  readonly megabytes: number
  readonly baseMegabytes: number
  readonly buildSeconds: number
}

export async function buildImage(room: Room): Promise<Image> {
  const begun = performance.now()
  print('Making a base with debootstrap (about a minute) ...')
  await makeBases(room)
  print(`Made it in ${secondsSince(begun).toFixed(0)} s. Building the image (about a minute) ...`)
  const from = performance.now()
  const flags = ['--format=docker', '--layers', '--network=host', `--tag=${imageName}`]
  const bases = [`--build-arg=BUILD_IMAGE=${buildBaseName}`, `--build-arg=RUN_IMAGE=${baseName}`]
  await room.run('buildah', 'build', ...flags, ...bases, repository)
  const buildSeconds = secondsSince(from)
  print(`Built it in ${buildSeconds.toFixed(0)} s.`)
  return {
    megabytes: await megabytesOf(room, imageName),
    baseMegabytes: await megabytesOf(room, baseName),
    buildSeconds,
  }
}

async function makeBases(room: Room): Promise<void> {
  const debian = join(room.folder, 'debian')
  await room.run('debootstrap', '--variant=minbase', 'bookworm', debian)
  // What a published base has not either.
  await room.run('sh', '-c', `rm -rf ${debian}/var/cache/apt/* ${debian}/var/lib/apt/lists/*`)
  const npm = await makeNpm(room)
  const container = await room.run('buildah', 'from', 'scratch')
  await room.run('buildah', 'add', '--quiet', container, debian, '/')
  await room.run('buildah', 'config', '--cmd=["/bin/sh"]', container)
  await room.run('buildah', 'commit', '--quiet', container, baseName)
  await room.run('buildah', 'add', '--quiet', container, npm, '/')
  // Npm then trusts what this machine trusts, such as the authority of a proxy in a company.
  await room.run('buildah', 'config', `--env=NODE_EXTRA_CA_CERTS=${trusted}`, container)
  await room.run('buildah', 'commit', '--quiet', container, buildBaseName)
  await room.run('buildah', 'rm', container)
  await rm(debian, { recursive: true })
}

/** A folder with the Node that runs this and with npm, at the same paths as in the published images of Node. */
async function makeNpm(room: Room): Promise<string> {
  const folder = join(room.folder, 'npm')
  const modules = join(folder, 'usr/local/lib/node_modules')
  await mkdir(modules, { recursive: true })
  await mkdir(join(folder, 'usr/local/bin'))
  await mkdir(join(folder, 'etc/ssl/certs'), { recursive: true })
  const file = await room.run(
    'npm',
    'pack',
    npmPackage,
    `--pack-destination=${room.folder}`,
    '--silent',
  )
  await room.run('tar', '-xzf', join(room.folder, file), '-C', modules)
  await room.run('mv', join(modules, 'package'), join(modules, 'npm'))
  await cp(process.execPath, join(folder, 'usr/local/bin/node'))
  await symlink('../lib/node_modules/npm/bin/npm-cli.js', join(folder, 'usr/local/bin/npm'))
  await cp(trusted, join(folder, trusted), { dereference: true })
  return folder
}

async function megabytesOf(room: Room, image: string): Promise<number> {
  const bytes = await room.run('podman', 'image', 'inspect', '--format={{.Size}}', image)
  return Number(bytes) / 1e6
}

const secondsSince = (from: number): number => (performance.now() - from) / 1_000
