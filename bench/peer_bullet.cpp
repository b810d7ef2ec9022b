/// Bullet for comparison, in double precision: free bodies, no damping, no sleeping, one thread. Collision detection is
/// replaced by an empty implementation, the fastest configuration that Bullet's interface allows.
///     fast      gyroscopic term off
///     accurate  implicit gyroscopic term in body axes, Bullet's most accurate option
#define _POSIX_C_SOURCE 200809L // NOLINT(bugprone-reserved-identifier): the standard's feature-test macro

#include "candidate.h"

#include <btBulletDynamicsCommon.h>

#include <memory>
#include <vector>

namespace {

class free_world : public btDiscreteDynamicsWorld {
  public:
    using btDiscreteDynamicsWorld::btDiscreteDynamicsWorld;
    void performDiscreteCollisionDetection() override {}
};

struct everything {
    btDefaultCollisionConfiguration configuration;
    btCollisionDispatcher dispatcher{&configuration};
    btDbvtBroadphase broadphase;
    btSequentialImpulseConstraintSolver solver;
    free_world world{&dispatcher, &broadphase, &solver, &configuration};
    btEmptyShape shape;
    std::vector<std::unique_ptr<btRigidBody>> bodies;

    ~everything() {
        // removes the body that Bullet's linear search finds first; any other order takes quadratic time
        while (world.getNonStaticRigidBodies().size() > 0)
            world.removeRigidBody(world.getNonStaticRigidBodies()[0]);
    }
};

std::unique_ptr<everything> all;
bool is_accurate = false;

btVector3 vector_of(const double a[3]) { return btVector3(a[0], a[1], a[2]); }

void add_body(const bench_body &from) {
    const double *q = from.orientation;
    btRigidBody::btRigidBodyConstructionInfo info(from.mass, nullptr, &all->shape, vector_of(from.inertia));
    info.m_startWorldTransform = btTransform(btQuaternion(q[1], q[2], q[3], q[0]), vector_of(from.position));
    auto body = std::make_unique<btRigidBody>(info);
    body->setLinearVelocity(vector_of(from.velocity));
    body->setAngularVelocity(vector_of(from.angular_velocity));
    body->setActivationState(DISABLE_DEACTIVATION);
    body->setFlags(is_accurate ? BT_ENABLE_GYROSCOPIC_FORCE_IMPLICIT_BODY : 0);
    all->world.addRigidBody(body.get(), 0, 0);
    all->bodies.push_back(std::move(body));
}

} // namespace

static int candidate_make(const bench_body *bodies, size_t count) {
    all.reset();
    all = std::make_unique<everything>();
    all->world.setGravity(btVector3(0, 0, BENCH_GRAVITY));
    all->world.getSolverInfo().m_numIterations = 1;
    all->world.getSolverInfo().m_splitImpulse = 0;
    all->bodies.reserve(count);
    for (size_t i = 0; i < count; i++)
        add_body(bodies[i]);
    return 1;
}

static void candidate_step(double h) { all->world.stepSimulation(h, 0); }

static candidate_pose candidate_look(size_t index) {
    const btRigidBody &body = *all->bodies[index];
    const btVector3 &x = body.getWorldTransform().getOrigin(), &w = body.getAngularVelocity();
    const btQuaternion q = body.getWorldTransform().getRotation();
    return candidate_pose{{x.x(), x.y(), x.z()}, {q.w(), q.x(), q.y(), q.z()}, {w.x(), w.y(), w.z()}};
}

static int candidate_choose(const char *variant) {
    is_accurate = strcmp(variant, "accurate") == 0;
    return is_accurate || strcmp(variant, "fast") == 0;
}

static void candidate_about(void) {
    printf("about Bullet %d.%02d, %s\n", btGetVersion() / 100, btGetVersion() % 100,
           sizeof(btScalar) == 8 ? "double" : "float");
}

CANDIDATE_MAIN
