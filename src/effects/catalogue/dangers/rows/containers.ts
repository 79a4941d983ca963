/**
 * Part of the danger catalogue, data: containers, virtual machines and clusters. The format is described in `table.ts`.
 */

import type { Family } from '../table.ts'

export const CONTAINERS: readonly Family[] = [
  [
    'container',
    `
    docker/podman/nerdctl system prune | !--dry-run | high | Deletes every unused container, network and image
    docker/podman/nerdctl volume prune | | high | Deletes every unused volume with its data
    docker/podman/nerdctl volume rm/remove | | high | Deletes a volume with its data
    docker/podman/nerdctl container prune | | medium | Deletes every stopped container
    docker/podman/nerdctl image/network prune | | medium | Deletes every unused image or network
    docker/podman/nerdctl builder/buildx prune | | low | Deletes the build cache
    docker/podman/nerdctl rm | -f --force -v --volumes | high | Removes containers even while they run
    docker/podman/nerdctl container rm | -f --force -v --volumes | high | Removes containers even while they run
    docker/podman/nerdctl rmi | -f --force | medium | Removes images even when they are used
    docker/podman/nerdctl image rm | -f --force | medium | Removes images even when they are used
    docker/podman/nerdctl compose down | -v --volumes --rmi | high | Removes the services with their volumes
    docker/podman/nerdctl compose rm | -v -f --force | medium | Removes service containers
    docker-compose/podman-compose down | -v --volumes --rmi | high | Removes the services with their volumes
    docker-compose/podman-compose rm | -v -f --force | medium | Removes service containers
    docker swarm leave | -f --force | high | Takes this node out of the swarm
    docker stack/service/secret/config/node rm/remove/down | | high | Removes a stack, service, secret or node
    docker context rm | | low | Forgets a context
    docker service scale | =*=0 | medium | Stops every copy
    docker/podman/nerdctl network rm/remove | | medium | Removes a network
    docker buildx rm | | low | Deletes a builder with its cache
    podman pod prune/kill/stop | | medium | Removes or stops pods
    docker/podman/nerdctl kill | | medium | Kills running containers
    docker/podman/nerdctl container kill | | medium | Kills running containers
    docker/podman/nerdctl compose kill | | medium | Kills the services
    docker-compose/podman-compose kill | | medium | Kills the services
    podman/nerdctl rmi | -a --all | high | Removes every image
    podman secret rm | | high | Removes a secret
    docker trust revoke | | medium | Takes a signature back
    docker/podman build | --push | medium | Publishes an image
    docker buildx build/bake | --push | medium | Publishes an image
    docker buildx build/bake | =type=registry* =*push=true* | medium | Publishes an image
    docker buildx build | --output=type=registry | medium | Publishes an image
    docker/podman manifest push | | medium | Publishes an image
    ctr images/image/i/containers/container/c/snapshots/snapshot/namespaces/namespace/ns rm/remove/delete/del | | medium | Removes containers or images
    ctr tasks/task/t kill/rm/delete | | medium | Kills running containers
    crictl rmi | --prune | high | Removes images
    crictl stop/stopp | @operand | medium | Stops containers
    buildah rm/rmi | -a --all -f --force | medium | Removes containers or images
    skopeo/crane/regctl/oras delete | @operand | high | Deletes a published image
    regctl/oras tag/image/manifest/blob delete/rm | | high | Deletes a published image
    lxc-destroy | @operand | high | Deletes an instance
    lxc-destroy | -n --name | high | Deletes an instance
    machinectl remove/terminate/poweroff/kill | | high | Stops or deletes a machine
    docker plugin rm/disable | | medium | Removes a plugin
    podman system reset | | high | Deletes all containers, images and volumes
    podman pod rm | -f --force -a --all | high | Removes pods
    podman machine rm | | high | Deletes the machine
    podman machine reset | | high | Deletes all machines
    docker/podman run | --privileged | high | Gives the container every right on this machine
    docker/podman run | --pid=host --userns=host --ipc=host | medium | Lets the container into the host's namespaces
    docker/podman push | | medium | Publishes an image
    docker image push | | medium | Publishes an image
    lxc/incus delete | | high | Deletes an instance
    lxc/incus storage delete | | high | Deletes storage
    lima/limactl delete | | high | Deletes a machine
    multipass delete/purge | | high | Deletes a machine
    orb/orbctl delete/reset | | high | Deletes a machine
    colima delete | | high | Deletes the machine with its containers
    minikube delete | | high | Deletes the cluster
    kind delete | | high | Deletes the cluster
    k3d cluster delete | | high | Deletes the cluster
    vagrant destroy | | high | Deletes the machine
    lando/ddev destroy/delete/poweroff | | medium | Stops or deletes the services of projects
    docker-machine rm | | high | Deletes the machine
    virsh reset | | medium | Cuts the power of a machine
    vmrun stop/deleteVM/reset | | medium | Stops or deletes a machine
    virsh destroy/undefine/vol-delete/vol-wipe/pool-delete/pool-destroy/snapshot-delete | | high | Stops or deletes a machine or its storage
    VBoxManage/vboxmanage unregistervm/closemedium | --delete | high | Deletes a machine with its disks
    VBoxManage/vboxmanage controlvm | =poweroff =reset | medium | Cuts the power of a machine
    qemu-img snapshot | -d | high | Deletes a snapshot
    vagrant snapshot delete | | medium | Deletes a snapshot
    qm destroy | | high | Deletes a machine
    qm/pct stop/shutdown/reset/rollback | | medium | Stops a machine or goes back to a snapshot
    vagrant box remove | | medium | Deletes an image
    govc *.destroy/*.rm | | high | Deletes a machine or its disks
    govc vm.power | -off -reset -r | medium | Cuts the power of a machine
    pct destroy | | high | Deletes a container
    runc/crun delete/kill | @operand | medium | Kills or deletes a container
    lxc-stop | -k --kill | medium | Stops an instance
    xl/xm destroy/shutdown | | high | Stops or deletes a machine
    firecracker-ctl/ignite/ign rm/delete/kill | | high | Stops or deletes a machine
    tart/lume/vz delete | | high | Deletes a machine
    prlctl delete/unregister | | high | Deletes a machine with its disks
    `,
  ],
  [
    'kubernetes',
    `
    kubectl/oc/k/kubecolor delete namespace/namespaces/ns/project | | high | Deletes a namespace with everything in it
    kubectl/oc/k/kubecolor delete | --all -A --all-namespaces | high | Deletes every object of that kind
    kubectl/oc/k/kubecolor delete | | medium | Deletes objects of the cluster
    kubectl/oc/k/kubecolor drain | | high | Evicts everything that runs on a node
    kubectl/oc/k/kubecolor debug | =node/* =nodes/* | high | Opens a shell on a node
    kubectl/oc/k/kubecolor cordon/taint | | medium | Keeps work off a node
    kubectl/oc/k/kubecolor replace | =*/finalize | high | Lets a namespace go with what is still in it
    kubectl/oc/k/kubecolor replace | --force | high | Deletes objects and creates them anew
    kubectl/oc/k/kubecolor apply | --prune --force | high | Deletes objects: those that the files no longer name, or to create them anew
    kubectl/oc/k/kubecolor scale | --replicas=0 | medium | Stops every copy
    kubectl/oc/k/kubecolor scale | &--replicas =0 | medium | Stops every copy
    kubectl/oc/k/kubecolor rollout undo | | medium | Goes back to an earlier version
    kubectl/oc/k/kubecolor patch | =*finalizers* =*"replicas":0* | medium | Stops every copy or lets objects go
    kubectl/oc/k/kubecolor create clusterrolebinding/rolebinding | --clusterrole=cluster-admin --clusterrole=admin | high | Gives every right in the cluster
    kubectl/oc/k/kubecolor create clusterrolebinding/rolebinding | &--clusterrole =cluster-admin =admin | high | Gives every right in the cluster
    kubectl/oc/k/kubecolor config delete-context/delete-cluster/delete-user/unset | | low | Forgets a cluster
    oc adm drain/prune/cordon | | high | Evicts or deletes what runs
    oc adm policy | =add-cluster-role-to-user =add-scc-to-user | high | Gives rights in the cluster
    oc rollback | | medium | Goes back to an earlier version
    kubectx/kubens | -d | low | Forgets a cluster
    skaffold delete | | high | Deletes what was deployed
    devspace/garden/okteto/odo purge/cleanup/destroy/delete | | high | Deletes what was deployed
    okteto down | -v --volumes | high | Deletes volumes with their data
    longhornctl uninstall | | high | Removes a part of the cluster
    tilt down | | medium | Deletes what was deployed
    werf dismiss/purge/cleanup | | high | Deletes releases or images
    microk8s reset | | high | Deletes everything of the cluster
    helm/helm3 uninstall/delete/del/un | | high | Removes a release with its objects
    helm rollback | | medium | Goes back to an earlier version
    helm upgrade | --force | medium | Replaces objects by deleting them
    helmfile destroy/delete | | high | Removes releases
    argocd app delete | | high | Deletes an application with its objects
    argocd app sync | --prune --force --replace | medium | Deletes or replaces objects of the cluster
    argocd cluster/proj/repo/appset rm/delete | | high | Removes something that applications rely on
    argocd app terminate-op/rollback | | medium | Changes a deployment
    flux delete/uninstall | | high | Removes objects that keep the cluster in step
    velero backup/restore/schedule/snapshot/backup-location delete | | high | Deletes backups or their schedule
    istioctl uninstall | | high | Removes the service mesh
    istioctl x uninstall | | high | Removes the service mesh
    eksctl delete | | high | Deletes cluster resources
    kops delete | --yes -y | high | Deletes the cluster
    kubeadm reset | | high | Takes this node out of its cluster
    k0s reset | | high | Removes the cluster from this machine
    rke remove | | high | Deletes the cluster
    rke2-uninstall.sh/rke2-killall.sh/k3s-agent-uninstall.sh | | high | Removes the cluster from this machine
    cilium/linkerd/consul-k8s uninstall | | high | Removes a part of the cluster
    rancher cluster/clusters/project/projects/namespace/namespaces/app/apps delete/rm | | high | Deletes a cluster
    talosctl reset | | high | Wipes a node
    k3s-uninstall.sh/k3s-killall.sh | | high | Removes the cluster from this machine
    crictl rm/rmi/rmp | -a --all -f --force | high | Removes containers or images
    kubectl/oc/k/kubecolor run | --privileged --overrides | high | Gives the container rights on the node
    argo delete/terminate/stop | @operand | medium | Ends or deletes what runs
    argo delete/terminate/stop | --all | high | Ends or deletes what runs
    `,
  ],
]
