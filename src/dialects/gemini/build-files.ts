/**
 * Part of the Gemini CLI dialect: the files about which it asks before any tool changes them, whatever its rules say
 * (0.61).
 */

export const BUILD_FILES: readonly string[] = `BUILD WORKSPACE *.bazel *.bzl *.bzlmod .bazelrc .blazerc *.mk *.cmake
  Makefile makefile GNUmakefile CMakeLists.txt Dockerfile Dockerfile.* Containerfile Containerfile.*
  package.json package-lock.json pnpm-lock.yaml yarn.lock bun.lockb setup.py setup.cfg pyproject.toml
  go.mod go.sum Cargo.toml Cargo.lock pom.xml build.gradle build.gradle.kts settings.gradle settings.gradle.kts`.split(
  /\s+/u,
)

const EXACT = new Set(BUILD_FILES.filter((name) => !name.includes('*')))
const BEGINNINGS = BUILD_FILES.filter((name) => name.endsWith('*')).map((name) => name.slice(0, -1))
const ENDINGS = BUILD_FILES.filter((name) => name.startsWith('*')).map((name) => name.slice(1))

export function isBuildFile(path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1)
  return (
    EXACT.has(name) ||
    BEGINNINGS.some((one) => name.startsWith(one)) ||
    ENDINGS.some((one) => name.toLowerCase().endsWith(one))
  )
}
